import { applyTheme } from "./apply-theme.ts";
import { findKeptTheme, keepTheme } from "./kept-theme.ts";
import { isTheme, THEME_CHOSEN } from "./theme.ts";

// Built into a classic script of its own, which browsers run before they paint.
applyTheme(findKeptTheme() ?? "system");

addEventListener(THEME_CHOSEN, (event) => {
  if (!(event instanceof CustomEvent) || !isTheme(event.detail)) return;
  keepTheme(event.detail);
  applyTheme(event.detail);
});
