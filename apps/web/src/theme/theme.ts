export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The header's colour, which browsers give their own bar. */
export const BAR_COLOURS = { light: "#fffefa", dark: "#1c211d" } as const;

/** Sent to the window by whoever chooses a theme; `detail` is the theme. */
export const THEME_CHOSEN = "themechosen";

export function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value);
}

/** The theme this document shows. */
export function readShownTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return isTheme(theme) ? theme : "system";
}
