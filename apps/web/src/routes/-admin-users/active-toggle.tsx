import { Button } from "@studbook/ui/button";
import { ConfirmDialog } from "@studbook/ui/confirm-dialog";
import { useRef } from "react";
import { type AdminUser, refreshAdmin } from "../../features/admin/admin-queries.ts";
import { useKeptFocus } from "../../features/admin/use-kept-focus.ts";
import { describeFailure } from "../../features/forms/describe-failure.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import { api } from "../../member-api.ts";
import type { Data } from "../../trpc.ts";

/** Activates or, after a question, deactivates a user; an admin is neither (specification, section 6). */
export function ActiveToggle({ user, data }: { user: AdminUser; data: Data }) {
  const { mutateAsync, isPending } = api.admin.setActive.useMutation();
  const place = useRef<HTMLDivElement>(null);
  const keepFocus = useKeptFocus(place, user.isActive);
  const turn = async (isActive: boolean) => {
    try {
      await mutateAsync({ id: user.id, isActive });
      void showToast({ title: "User status updated", tone: "success" });
    } catch (error) {
      const { code, text } = describeFailure(error);
      if (code === "NOT_SIGNED_IN") return;
      void showToast({ title: "Error", text, tone: "destructive" });
    }
    // A refusal too: what is shown may be of another time.
    keepFocus();
    await refreshAdmin(data);
  };
  const name = <span className="sr-only"> {user.username}</span>;
  return (
    <div ref={place} className="ml-auto grid max-sm:w-full">
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
          text="They are signed out at once, cannot sign in, and their listings are hidden. Nothing is deleted, and you can activate them again."
          cancelLabel="Keep Active"
          confirmLabel="Deactivate"
          onConfirm={() => void turn(false)}
        />
      ) : (
        <Button
          variant="secondary"
          size="small"
          disabled={user.isAdmin}
          aria-disabled={isPending || undefined}
          onClick={() => !isPending && void turn(true)}
        >
          {isPending ? "One moment…" : "Activate"}
          {name}
        </Button>
      )}
    </div>
  );
}
