/** The classes of the content column: the page width, with a gutter that grows with the window. */
export const pageWidth =
  "mx-auto w-full max-w-[calc(var(--sb-page)+2*var(--sb-gutter))] px-(--sb-gutter)";
