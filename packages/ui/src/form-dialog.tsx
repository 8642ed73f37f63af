import { Dialog } from "radix-ui";
import type { ReactNode } from "react";

type FormDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The button that opens it, and that has the focus again afterwards. */
  trigger: ReactNode;
  title: string;
  text: string;
  /** The form, which ends with a FormDialogFoot. */
  children: ReactNode;
};

/**
 * Asks for something before it is done: a sheet at the bottom on phones, a centred box above, which
 * scrolls inside. Escape closes it; a press beside it does not, since what was typed would be lost.
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
        <div className="animate-fade fixed inset-0 z-40 grid grid-rows-[minmax(0,1fr)] items-end justify-items-center bg-scrim pt-6 sm:items-center sm:p-6">
          <Dialog.Content
            onInteractOutside={(event) => event.preventDefault()}
            className="max-h-full w-full animate-rise max-w-120 scroll-pb-44 overflow-y-auto overscroll-contain rounded-t-[16px] bg-surface px-6 pt-7 text-ink shadow-3 sm:scroll-pb-32 sm:rounded-lg sm:px-8 sm:pt-8"
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

/**
 * The buttons that end the form of a dialog, one that closes it first. They stay in sight however long
 * the form is, unless the window is too low for more than them.
 */
export function FormDialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="-mx-6 grid gap-3 border-t border-line bg-surface px-6 pt-4 pb-[calc(1.5rem+env(safe-area-inset-bottom))] sm:-mx-8 sm:flex sm:flex-wrap sm:justify-end sm:px-8 sm:pb-6 [@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:bottom-0">
      {children}
    </div>
  );
}
