import { watchEarlyEnter } from "../features/forms/early-enter.ts";
import { BAR_COLORS, isTheme, THEME_CHOSEN, type Theme } from "./theme.ts";

// Built as a separate classic script, which browsers run before the first paint.
watchEarlyEnter();

const KEY = "theme";

applyTheme(findStoredTheme() ?? "system");

addEventListener(THEME_CHOSEN, (event) => {
  if (!(event instanceof CustomEvent) || !isTheme(event.detail)) return;
  storeTheme(event.detail);
  applyTheme(event.detail);
});

/** Sets a theme on the root element, for the styles, and in the meta tags, for the browser's own bar. */
function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const system = meta.media.includes("dark") ? "dark" : "light";
    meta.content = BAR_COLORS[theme === "system" ? system : theme];
  }
}

/** Returns the theme chosen on this device, or undefined if there is none or storage is blocked. */
function findStoredTheme(): Theme | undefined {
  try {
    const stored = localStorage.getItem(KEY);
    return isTheme(stored) ? stored : undefined;
  } catch {
    // Browsers that block storage throw when it is accessed.
    return undefined;
  }
}

/** Stores the choice on this device, if storage is allowed. */
function storeTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // The choice then lasts until the next page.
  }
}
