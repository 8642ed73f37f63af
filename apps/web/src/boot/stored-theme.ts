import { BAR_COLORS, isTheme, type Theme } from "../theme/theme.ts";
import { readCookie } from "./cookie.ts";
import { tryStorage } from "./storage.ts";

const NAME = "theme";
const YEAR_SECONDS = 31_536_000;

/** Sets a theme on the root element, for the styles, and in the meta tags, for the browser's own bar. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("[name=theme-color]")) {
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

/** Stores the choice on this device for a year. Does nothing if the browser blocks cookies. */
export function storeTheme(theme: Theme): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the asynchronous Cookie Store API.
  document.cookie = `${NAME}=${theme}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
}

/** Returns the choice that earlier releases stored, and removes it. */
function takeOldChoice(): string | null | undefined {
  return tryStorage(() => {
    const stored = localStorage.getItem(NAME);
    localStorage.removeItem(NAME);
    return stored;
  });
}
