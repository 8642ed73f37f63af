import { Dialog } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";

type FormDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The button that opens the dialog and gets the focus back. */
  trigger?: ReactNode;
  /** What gets the focus back without a trigger. */
  opener?: HTMLElement;
  title: string;
  text: string;
  /** A DialogForm with its own button to close the dialog. */
  children: ReactNode;
};

/**
 * A form in a dialog: a bottom sheet on phones, otherwise a centered box. Escape closes it. Clicking outside does
 * not, since that would lose what the user typed.
 */
export function FormDialog({
  isOpen,
  onOpenChange,
  trigger,
  opener,
  title,
  text,
  children,
}: FormDialogProps) {
  // Radix returns the focus only to a trigger.
  const returnFocus = (event: Event) => {
    if (!opener) return;
    event.preventDefault();
    opener.focus();
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      {trigger && <Dialog.Trigger asChild>{trigger}</Dialog.Trigger>}
      <Dialog.Portal>
        {/* Radix's own overlay would insert a style element, which the Content-Security-Policy blocks. */}
        <div className="animate-fade fixed inset-0 z-40 grid grid-rows-1 items-end justify-items-center bg-scrim pt-6 sm:items-center sm:p-6">
          <Dialog.Content
            onInteractOutside={(event) => event.preventDefault()}
            onCloseAutoFocus={returnFocus}
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
 * The form of a dialog. Its fields scroll, so that the buttons stay visible. In a very low window the whole
 * dialog scrolls.
 */
export function DialogForm({
  footer,
  className = "",
  children,
  ...rest
}: ComponentProps<"form"> & { footer: ReactNode }) {
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
        {footer}
      </div>
    </form>
  );
}
