/** The attribute of a form in which Enter was pressed before it was hydrated. */
const MARK = "data-early-enter";
/** What does nothing, or something else, without scripts. */
const NEEDS_SCRIPTS = "[type=button],[type=radio],[data-needs-scripts]";
/** The event dispatched on the window when the page is hydrated. */
const HYDRATED = "hydrated";

/**
 * Remembers the input that a page cannot handle until it is hydrated: Enter in a form, whose disabled button makes the
 * browser ignore it, and the last click on what needs scripts, which is repeated. The document's first script calls this.
 */
export function watchEarlyInput(): void {
  const { dataset } = document.documentElement;
  let clicked: HTMLElement | null = null;
  addEventListener("keydown", ({ key, target }) => {
    if (key !== "Enter" || !(target instanceof HTMLInputElement)) return;
    const { form } = target;
    if (form?.querySelector("fieldset:disabled > [type=submit]")) form.setAttribute(MARK, "");
  });
  const remember = (event: Event) => {
    if (dataset.hydrated || !(event.target instanceof Element)) return;
    const control = event.target.closest<HTMLElement>(NEEDS_SCRIPTS);
    if (!control) return;
    clicked = control;
    event.preventDefault();
    // React must not handle it, too, if it has started.
    event.stopPropagation();
  };
  addEventListener("click", remember, true);
  addEventListener(HYDRATED, () => {
    dataset.hydrated = "true";
    // In a task of its own, because React hydrates what is clicked first unless it is already rendering.
    setTimeout(() => clicked?.click());
  });
}

/** Repeats early clicks. Call it when React handles the page's events. */
export function announceHydration(): void {
  dispatchEvent(new Event(HYDRATED));
}

/** Whether React handles the page's events. */
export function isHydrated(): boolean {
  return document.documentElement.dataset.hydrated !== undefined;
}

/** Submits a form that is hydrated now if Enter was pressed in it before. */
export function submitEarlyEnter(form: HTMLFormElement | null | undefined): void {
  if (!form?.hasAttribute(MARK)) return;
  form.removeAttribute(MARK);
  form.requestSubmit();
}
