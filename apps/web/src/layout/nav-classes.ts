const ROW =
  "flex min-h-14 w-full items-center gap-3.5 px-(--sb-gutter) text-lg font-medium text-ink no-underline hover:text-loden nav:w-auto nav:px-3.5 nav:text-md";

/** A link of the main navigation: a row of the menu, or an item of the header. */
export const navLinkClass = `${ROW} -outline-offset-3 aria-[current]:font-semibold aria-[current]:shadow-[inset_4px_0_var(--sb-brass)] nav:h-17 nav:aria-[current]:shadow-[inset_0_-3px_var(--sb-brass)] forced-colors:aria-[current]:underline`;

/** A row of the menu that is a button in the header. */
export const navButtonClass = `${ROW} nav:min-h-11 nav:rounded-md nav:border-[1.5px] nav:font-semibold nav:whitespace-nowrap`;

/** A line in the menu above the rows of the account. */
export const navRuleClass = "mx-(--sb-gutter) my-2 border-line nav:hidden";

export const navIconClass = "size-5 flex-none text-loden nav:hidden";
