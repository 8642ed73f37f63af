import { Dialog } from "radix-ui";
import type { ReactNode } from "react";

type FormDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The button that opens it, and that has the focus again afterwards. */
  trigger: ReactNode;
  title: string;
  text: string;
  /** The form, with a button of its own that closes it. */
  children: ReactNode;
};

/**
 * Asks for something before it is done: a sheet at the bottom on phones, a centred box above. Escape
 * closes it; a press beside it does not, since what was typed would be lost.
 */
export function FormDialog({
  isOpen,
  onOpenChange,
  trigger,
  title,
  text,
  children,
}: FormDialogProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Trigger asChild>{trigger}</Dialog.Trigger>
      <Dialog.Portal>
        {/* Not Radix's overlay: it writes a style element, which the content security policy refuses. */}
        <div className="animate-fade fixed inset-0 z-40 grid items-end justify-items-center overflow-y-auto overscroll-contain bg-scrim sm:items-center">
          <Dialog.Content
            onInteractOutside={(event) => event.preventDefault()}
            className="w-full animate-rise max-w-120 rounded-t-[16px] bg-surface px-6 pt-7 pb-[calc(1.5rem+env(safe-area-inset-bottom))] text-ink shadow-3 sm:rounded-lg sm:p-8"
          >
            <Dialog.Title>{title}</Dialog.Title>
            <Dialog.Description className="mt-2.5 mb-5 text-ink-soft">{text}</Dialog.Description>
            {children}
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
