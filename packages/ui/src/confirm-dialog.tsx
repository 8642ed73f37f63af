import { AlertDialog } from "radix-ui";
import { type ReactNode, useState } from "react";
import { buttonClass } from "./button.tsx";

type ConfirmDialogProps = {
  /** The button that opens it, and that has the focus again afterwards; none where it starts open. */
  trigger?: ReactNode;
  title: string;
  text: string;
  /** The answer that changes nothing: first, and focused. */
  safeAnswer: string;
  answer: string;
  onConfirm: () => void;
  onRefuse?: () => void;
  startsOpen?: boolean;
};

/**
 * Asks before something that cannot be taken back: a sheet at the bottom on phones, a centred box
 * above. Escape is the safe answer; a press beside it is none.
 */
export function ConfirmDialog({
  trigger,
  title,
  text,
  safeAnswer,
  answer,
  onConfirm,
  onRefuse,
  startsOpen = false,
}: ConfirmDialogProps) {
  // Radix gives the focus back to a trigger alone.
  const [opener] = useState(() => (trigger ? null : document.activeElement));
  const returnFocus = (event: Event) => {
    if (!(opener instanceof HTMLElement)) return;
    event.preventDefault();
    opener.focus();
  };
  return (
    <AlertDialog.Root defaultOpen={startsOpen}>
      {trigger && <AlertDialog.Trigger asChild>{trigger}</AlertDialog.Trigger>}
      <AlertDialog.Portal>
        {/* Not Radix's overlay: it writes a style element, which the content security policy refuses. */}
        <div className="animate-fade fixed inset-0 z-40 grid items-end justify-items-center overflow-y-auto overscroll-contain bg-scrim sm:items-center">
          <AlertDialog.Content
            onEscapeKeyDown={onRefuse}
            onCloseAutoFocus={returnFocus}
            className="w-full animate-rise max-w-120 rounded-t-[16px] bg-surface px-6 pt-7 pb-[calc(1.5rem+env(safe-area-inset-bottom))] text-ink shadow-3 sm:rounded-lg sm:p-8"
          >
            <AlertDialog.Title>{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-2.5 text-ink-soft">
              {text}
            </AlertDialog.Description>
            <div className="mt-6 grid gap-3 sm:flex sm:flex-wrap sm:justify-end">
              <AlertDialog.Cancel className={buttonClass({ look: "quiet" })} onClick={onRefuse}>
                {safeAnswer}
              </AlertDialog.Cancel>
              <AlertDialog.Action className={buttonClass({ look: "danger" })} onClick={onConfirm}>
                {answer}
              </AlertDialog.Action>
            </div>
          </AlertDialog.Content>
        </div>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
