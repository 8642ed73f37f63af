import { Button } from "@studbook/ui/button";
import { ConfirmDialog } from "@studbook/ui/confirm-dialog";
import { useRef } from "react";
import { type AdminUser, refreshAdmin } from "../../features/admin/admin-queries.ts";
import { useAction } from "../../features/forms/use-action.ts";
import { useFocusAfterAction } from "../../features/forms/use-focus-after-action.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import type { Data } from "../../trpc.ts";

/** Activates a user, or deactivates one after a confirmation. Disabled for admins (specification, section 6). */
export function ActiveToggle({ user, data }: { user: AdminUser; data: Data }) {
  const { run, isPending } = useAction("admin.setActive");
  const container = useRef<HTMLDivElement>(null);
  const restoreFocus = useFocusAfterAction(container, user.isActive);
  const setActive = async (isActive: boolean) => {
    const outcome = await run({ id: user.id, isActive });
    if (outcome.isDone) void showToast({ title: "User status updated", tone: "success" });
    else if (outcome.code === "NOT_SIGNED_IN") return;
    // After a refusal too, because the page may show an old status.
    restoreFocus();
    await refreshAdmin(data);
  };
  const name = <span className="sr-only"> {user.username}</span>;
  return (
    <div ref={container} className="ml-auto grid max-sm:w-full">
      {user.isActive ? (
        <ConfirmDialog
          trigger={
            <Button
              variant="danger-quiet"
              size="small"
              disabled={user.isAdmin}
              aria-disabled={isPending || undefined}
            >
              {isPending ? "One moment…" : "Deactivate"}
              {name}
            </Button>
          }
          title={`Deactivate ${user.username}?`}
          text="They will be signed out immediately and unable to sign in, and their listings will be hidden. Nothing is deleted, and you can activate them again."
          cancelLabel="Keep Active"
          confirmLabel="Deactivate"
          onConfirm={() => void setActive(false)}
        />
      ) : (
        <Button
          variant="secondary"
          size="small"
          disabled={user.isAdmin}
          aria-disabled={isPending || undefined}
          onClick={() => !isPending && void setActive(true)}
        >
          {isPending ? "One moment…" : "Activate"}
          {name}
        </Button>
      )}
    </div>
  );
}
