import { watchEarlyInput } from "../features/forms/early-input.ts";
import { THEME_CHOSEN } from "../theme/theme.ts";
import { loadAfterPaint } from "./load-after-paint.ts";
import { applyTheme, findStoredTheme, storeTheme } from "./stored-theme.ts";
import { applyViewerHint } from "./viewer-hint.ts";

// Built as a separate classic script, which browsers run before the first paint.
watchEarlyInput();
applyTheme(findStoredTheme() ?? "system");
applyViewerHint();
loadAfterPaint();
// Somebody may have signed in or out since the page was prerendered or left.
document.addEventListener("prerenderingchange", applyViewerHint);
addEventListener("pageshow", applyViewerHint);

addEventListener(THEME_CHOSEN, (event) => {
  if (!(event instanceof CustomEvent)) return;
  storeTheme(event.detail);
  applyTheme(event.detail);
});
