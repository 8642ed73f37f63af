/** The attribute of a form in which Enter was pressed before it was hydrated. */
const MARK = "data-early-enter";

/**
 * Remembers that Enter was pressed in a form that is not hydrated yet, whose disabled button makes the browser ignore it.
 * The document's first script calls this.
 */
export function watchEarlyEnter(): void {
  addEventListener("keydown", ({ key, target }) => {
    if (key !== "Enter" || !(target instanceof HTMLInputElement)) return;
    const isWaiting = target.form?.querySelector("fieldset:disabled > [type=submit]");
    if (isWaiting) target.form?.setAttribute(MARK, "");
  });
}

/** Submits a form that is hydrated now if Enter was pressed in it before. */
export function submitEarlyEnter(form: HTMLFormElement | null | undefined): void {
  if (!form?.hasAttribute(MARK)) return;
  form.removeAttribute(MARK);
  form.requestSubmit();
}
