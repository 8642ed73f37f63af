import { Dialog } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";

type FormDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The button that opens it, and that has the focus again afterwards. */
  trigger: ReactNode;
  title: string;
  text: string;
  /** A DialogForm, with a button of its own that closes the dialog. */
  children: ReactNode;
};

/**
 * Asks for something before it is done: a sheet at the bottom on phones, a centred box above. Escape closes it; a press beside it does not, since what was typed would be lost.
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
            className="flex max-h-full w-full animate-rise max-w-120 flex-col overflow-y-auto overscroll-contain rounded-t-[16px] bg-surface px-6 pt-7 text-ink shadow-3 sm:rounded-lg sm:px-8 sm:pt-8"
          >
            <Dialog.Title>{title}</Dialog.Title>
            <Dialog.Description className="mt-2.5 mb-3.5 text-ink-soft">{text}</Dialog.Description>
            {children}
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/**
 * The form of a dialog. Its fields scroll, so that the buttons stay in sight however long it is; in a
 * window too low for that all of the dialog does.
 */
export function DialogForm({
  foot,
  className = "",
  children,
  ...rest
}: ComponentProps<"form"> & { foot: ReactNode }) {
  return (
    <form
      noValidate
      className={`-mx-6 flex flex-col sm:-mx-8 [@media(min-height:30rem)]:min-h-0 ${className}`}
      {...rest}
    >
      <div className="grid gap-5 px-6 pt-1.5 pb-5 sm:px-8 [@media(min-height:30rem)]:overflow-y-auto [@media(min-height:30rem)]:overscroll-contain">
        {children}
      </div>
      <div className="grid gap-3 border-t border-line px-6 pt-4 pb-[calc(1.5rem+env(safe-area-inset-bottom))] sm:flex sm:flex-wrap sm:justify-end sm:px-8 sm:pb-6">
        {foot}
      </div>
    </form>
  );
}
