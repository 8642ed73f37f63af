import { AlertDialog } from "radix-ui";
import { type ReactNode, useState } from "react";
import { buttonClass } from "./button.tsx";

type ConfirmDialogProps = {
  /** The button that opens the dialog and gets the focus back. Omit it with `defaultOpen`. */
  trigger?: ReactNode;
  /** What gets the focus back without a trigger. By default it is what had the focus. */
  opener?: HTMLElement;
  title: string;
  text: string;
  /** The label of the safe choice, which comes first and has the initial focus. */
  cancelLabel: string;
  confirmLabel: string;
  onConfirm: () => void;
  onCancel?: () => void;
  defaultOpen?: boolean;
};

/**
 * Asks for confirmation of an irreversible action. It is a bottom sheet on phones, otherwise a centered box.
 * Escape cancels. Clicking outside does nothing.
 */
export function ConfirmDialog({
  trigger,
  opener,
  title,
  text,
  cancelLabel,
  confirmLabel,
  onConfirm,
  onCancel,
  defaultOpen = false,
}: ConfirmDialogProps) {
  // Radix returns the focus only to a trigger.
  const [focused] = useState(() => (trigger ? null : (opener ?? document.activeElement)));
  const returnFocus = (event: Event) => {
    if (!(focused instanceof HTMLElement)) return;
    event.preventDefault();
    focused.focus();
  };
  return (
    <AlertDialog.Root defaultOpen={defaultOpen}>
      {trigger && <AlertDialog.Trigger asChild>{trigger}</AlertDialog.Trigger>}
      <AlertDialog.Portal>
        {/* Radix's own overlay would insert a style element, which the Content-Security-Policy blocks. */}
        <div className="animate-fade fixed inset-0 z-40 grid items-end justify-items-center overflow-y-auto overscroll-contain bg-scrim sm:items-center">
          <AlertDialog.Content
            onEscapeKeyDown={onCancel}
            onCloseAutoFocus={returnFocus}
            className="w-full animate-rise max-w-120 rounded-t-[16px] bg-surface px-6 pt-7 pb-[calc(1.5rem+env(safe-area-inset-bottom))] text-ink shadow-3 sm:rounded-lg sm:p-8"
          >
            <AlertDialog.Title>{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-2.5 text-ink-soft">
              {text}
            </AlertDialog.Description>
            <div className="mt-6 grid gap-3 sm:flex sm:flex-wrap sm:justify-end">
              <AlertDialog.Cancel className={buttonClass({ variant: "quiet" })} onClick={onCancel}>
                {cancelLabel}
              </AlertDialog.Cancel>
              <AlertDialog.Action
                className={buttonClass({ variant: "danger" })}
                onClick={onConfirm}
              >
                {confirmLabel}
              </AlertDialog.Action>
            </div>
          </AlertDialog.Content>
        </div>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
