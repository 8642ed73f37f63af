import { isTheme, type Theme } from "./theme.ts";

const KEY = "theme";

/** What was chosen on this device; undefined where nothing was, or storage is blocked. */
export function findKeptTheme(): Theme | undefined {
  try {
    const kept = localStorage.getItem(KEY);
    return isTheme(kept) ? kept : undefined;
  } catch {
    // Browsers that block storage throw on touching it.
    return undefined;
  }
}

/** Keeps the choice on this device where storage allows it. */
export function keepTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Then it holds until the next page.
  }
}
