import { Button } from "@studbook/ui/button";
import { ConfirmDialog } from "@studbook/ui/confirm-dialog";
import { useRef } from "react";
import { type AdminUser, refreshAdmin } from "../../features/admin/admin-queries.ts";
import { useAction } from "../../features/forms/use-action.ts";
import { useFocusAfterAction } from "../../features/forms/use-focus-after-action.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import type { Data } from "../../trpc.ts";

/** A row that erases a user permanently, after a confirmation. Admins cannot be erased. */
export function EraseUser({ user, data }: { user: AdminUser; data: Data }) {
  const { run, isPending } = useAction("admin.eraseUser");
  const container = useRef<HTMLDivElement>(null);
  const restoreFocus = useFocusAfterAction(container, user.id);
  const erase = async () => {
    const { isDone } = await run({ id: user.id });
    if (!isDone) return;
    void showToast({ title: `${user.username} has been erased`, tone: "success" });
    restoreFocus();
    await refreshAdmin(data);
  };
  return (
    <div
      ref={container}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-3.5"
    >
      <p className="flex-[1_1_16rem] text-ink-soft">
        Erase the account, its listings and its photos permanently.
      </p>
      <ConfirmDialog
        trigger={
          <Button
            variant="danger-quiet"
            size="small"
            className="max-sm:w-full"
            aria-disabled={isPending || undefined}
          >
            {isPending ? "One moment…" : "Erase"}
            <span className="sr-only"> {user.username}</span>
          </Button>
        }
        title={`Erase ${user.username} permanently?`}
        text="The account, its listings and its photos will be deleted and cannot be restored. Payments are kept without a name, and the audit log keeps the IDs. The username will become available again."
        cancelLabel="Keep User"
        confirmLabel="Erase Permanently"
        onConfirm={erase}
      />
    </div>
  );
}
