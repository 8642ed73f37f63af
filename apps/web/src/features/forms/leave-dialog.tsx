import { ConfirmDialog } from "@studbook/ui/confirm-dialog";
import type { useLeaveWarning } from "./use-leave-warning.ts";

type Blocker = ReturnType<typeof useLeaveWarning>["blocker"];

/** Shown while the way to another page waits for an answer. */
export function LeaveDialog({ blocker }: { blocker: Blocker }) {
  if (blocker.status !== "blocked") return null;
  return (
    <ConfirmDialog
      defaultOpen
      title="Leave without saving?"
      text="What you changed on this page is not saved yet."
      cancelLabel="Keep Editing"
      confirmLabel="Leave Without Saving"
      onConfirm={blocker.proceed}
      onCancel={blocker.reset}
    />
  );
}
