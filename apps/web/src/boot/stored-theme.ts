import { BAR_COLORS, isTheme, type Theme } from "../theme/theme.ts";
import { readCookie, writeCookie } from "./cookie.ts";

const NAME = "theme";

/** Sets a theme on the root element, for the styles, and in the meta tags, for the browser's own bar. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const system = meta.media.includes("dark") ? "dark" : "light";
    meta.content = BAR_COLORS[theme === "system" ? system : theme];
  }
}

/** Returns the theme chosen on this device, or undefined if there is none. */
export function findStoredTheme(): Theme | undefined {
  const stored = readCookie(NAME) ?? takeOldChoice();
  if (!isTheme(stored)) return undefined;
  // Again, because Safari deletes what scripts have stored a week later.
  storeTheme(stored);
  return stored;
}

/** Stores the choice on this device. */
export function storeTheme(theme: Theme): void {
  writeCookie(NAME, theme);
}

/** Returns the choice that earlier releases stored, and removes it. */
function takeOldChoice(): string | null {
  try {
    const stored = localStorage.getItem(NAME);
    localStorage.removeItem(NAME);
    return stored;
  } catch {
    // Browsers that block storage throw when it is accessed.
    return null;
  }
}
