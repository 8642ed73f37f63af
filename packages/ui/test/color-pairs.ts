/** A background and the colors on it, as names of tokens. */
export type ColorPair = readonly [background: string, colors: readonly string[]];

/** All text of the product, including hover states. WCAG AA demands a contrast of 4.5:1. */
export const TEXT_PAIRS: readonly ColorPair[] = [
  ["paper", ["ink", "ink-soft", "loden", "danger"]],
  ["surface", ["ink", "ink-soft", "loden", "on-loden-tint", "danger", "success"]],
  ["sunken", ["ink", "ink-soft"]],
  ["loden-tint", ["loden", "on-loden-tint"]],
  ["saddle-tint", ["saddle"]],
  ["warn-tint", ["ink", "loden"]],
  ["danger-tint", ["ink", "danger"]],
  ["success-tint", ["success"]],
  ["loden", ["on-loden"]],
  ["loden-deep", ["on-loden"]],
  ["saddle", ["on-saddle"]],
  ["danger", ["on-danger"]],
  ["danger-deep", ["on-danger"]],
  ["band", ["on-band", "on-band-soft"]],
  ["viewer", ["on-viewer", "viewer-soft"]],
  ["on-band", ["band"]],
  ["on-band-soft", ["band"]],
];

/** Borders of controls, focus rings, icons and bars of charts. WCAG AA demands a contrast of 3:1. */
export const EDGE_PAIRS: readonly ColorPair[] = [
  ["paper", ["edge", "loden", "saddle", "danger", "warn"]],
  ["surface", ["edge", "loden", "saddle", "danger", "warn", "success"]],
  ["loden-tint", ["loden", "saddle"]],
  ["warn-tint", ["warn", "saddle"]],
  ["danger-tint", ["danger", "saddle"]],
  ["band", ["on-band-soft", "brass"]],
  ["viewer", ["on-viewer", "brass"]],
];
