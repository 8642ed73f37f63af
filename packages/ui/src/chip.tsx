/** The classes of a chip: a removable badge, so a link or a button. */
export const chipClass =
  "inline-flex min-h-11 items-center gap-2 rounded-md border-[1.5px] border-loden bg-loden-tint pr-2.5 pl-4 text-md leading-none font-semibold text-on-loden-tint no-underline hover:bg-surface";
