import { Button } from "@studbook/ui/button";
import { ConfirmDialog } from "@studbook/ui/confirm-dialog";
import { useRef } from "react";
import { type AdminUser, refreshAdmin } from "../../features/admin/admin-queries.ts";
import { useKeptFocus } from "../../features/admin/use-kept-focus.ts";
import { useAction } from "../../features/forms/use-action.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import type { Data } from "../../trpc.ts";

/** Deletes a person permanently, after a confirmation. Admins cannot be erased. */
export function EraseUser({ user, data }: { user: AdminUser; data: Data }) {
  const { run, isPending } = useAction("admin.eraseUser");
  const place = useRef<HTMLDivElement>(null);
  const keepFocus = useKeptFocus(place, user.id);
  if (user.isAdmin) return null;
  const erase = async () => {
    const { isDone } = await run({ id: user.id });
    if (!isDone) return;
    void showToast({ title: `${user.username} is erased`, tone: "success" });
    keepFocus();
    await refreshAdmin(data);
  };
  return (
    <div ref={place}>
      <ConfirmDialog
        trigger={
          <Button variant="danger-quiet" size="small" aria-disabled={isPending || undefined}>
            {isPending ? "One moment…" : "Erase"}
            <span className="sr-only"> {user.username}</span>
          </Button>
        }
        title={`Erase ${user.username} for good?`}
        text="The account, its listings and photos are deleted and cannot be brought back. Payments stay without a name, and the log keeps its ids. The user name is free again."
        cancelLabel="Keep"
        confirmLabel="Erase for Good"
        onConfirm={erase}
      />
    </div>
  );
}
