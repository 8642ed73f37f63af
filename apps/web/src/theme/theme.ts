export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The header's color, which browsers use for their own bar. */
export const BAR_COLORS = { light: "#fffefa", dark: "#1c211d" } as const;

/** The event dispatched on the window when a theme is chosen. `detail` is the theme. */
export const THEME_CHOSEN = "themechosen";

export function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value);
}

/** Returns the theme that this document shows. */
export function readCurrentTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return isTheme(theme) ? theme : "system";
}
