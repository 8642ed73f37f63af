import { BAR_COLOURS, type Theme } from "./theme.ts";

/** Shows a theme: on the root element for the styles, in the meta tags for the browser's own parts. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const system = meta.media.includes("dark") ? "dark" : "light";
    meta.content = BAR_COLOURS[theme === "system" ? system : theme];
  }
}
