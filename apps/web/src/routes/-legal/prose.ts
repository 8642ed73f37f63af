/** Styles of running text, with lines as long as a book's. */
export const PROSE =
  "max-w-177 [overflow-wrap:anywhere] [&_h1]:mb-6 [&_h2]:mt-10 [&_h2]:mb-3 [&_h3]:mt-6 [&_h3]:mb-2 " +
  "[&_p]:mb-4 [&_ul]:mb-4 [&_ul]:list-disc [&_ul]:pl-6 [&_ol]:mb-4 [&_ol]:list-decimal [&_ol]:pl-6 " +
  "[&_li]:mb-2 [&_li]:pl-1 [&_li]:marker:text-ink-soft";
