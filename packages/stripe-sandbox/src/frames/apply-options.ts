import type { FormOptions } from "../browser/messages.ts";

const VARIABLES = [
  "borderRadius",
  "colorBackground",
  "colorDanger",
  "colorPrimary",
  "colorText",
  "colorTextPlaceholder",
  "colorTextSecondary",
  "fontFamily",
  "fontSizeBase",
] as const;

/** Takes over the theme and those variables of an appearance that the form knows. */
export function applyOptions({ appearance, readOnly }: FormOptions): void {
  const root = document.documentElement;
  root.dataset.theme = appearance?.theme ?? "stripe";
  for (const name of VARIABLES) {
    const value = appearance?.variables?.[name];
    if (value) root.style.setProperty(`--${name}`, value);
    else root.style.removeProperty(`--${name}`);
  }
  for (const input of document.querySelectorAll("input")) input.readOnly = readOnly ?? false;
}
