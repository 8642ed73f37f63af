import type { Appearance } from "@stripe/stripe-js";

const VARIABLES = {
  colorPrimary: "--sb-loden",
  colorBackground: "--sb-surface",
  colorText: "--sb-ink",
  colorTextSecondary: "--sb-ink-soft",
  colorDanger: "--sb-danger",
} as const;

/** The colours this document shows, for the provider's form, which lives in a frame of its own. */
export function readAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const colours = Object.entries(VARIABLES).map(([name, variable]) => [
    name,
    style.getPropertyValue(variable).trim(),
  ]);
  return {
    theme: style.colorScheme === "dark" ? "night" : "stripe",
    variables: {
      ...Object.fromEntries(colours),
      fontFamily: "system-ui, sans-serif",
      fontSizeBase: "17px",
      borderRadius: "8px",
    },
  };
}
