import { expect, type Page } from "@playwright/test";
import { TEXT_PAIRS } from "@studbook/ui/test/color-pairs";
import { getColor, readPalette } from "@studbook/ui/test/tokens";
import type { NodeResult } from "axe-core";
import { measureContrastOverPictures, untilPicturesAreCurrent } from "./contrast.ts";
import { untilAnimationsEnd } from "./motion.ts";
import { runAxe } from "./run-axe.ts";

const LEAST_CONTRAST = 4.5;

const LIGHT = readPalette("light");
const PAIRS = new Set(
  TEXT_PAIRS.flatMap(([background, colors]) =>
    colors.map((color) => `${getColor(LIGHT, color)} on ${getColor(LIGHT, background)}`),
  ),
);

/**
 * Asserts that axe finds no violations in the page, or in the element with the selector `within`, and that all text is
 * readable in light and dark: its colors are in TEXT_PAIRS, or it stands out from the picture that it lies over.
 * Scrolls, and leaves the page light.
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  // axe cannot judge the contrast of text under the sticky header.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await page.evaluate(releaseBottomBars);
  const { violations, texts, unjudgedTexts } = await runAxe(page, within);
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
  ).toEqual([]);
  expect(texts.length).toBeGreaterThan(0);
  expect(
    texts.flatMap(describeUnlistedColors),
    "Text has only the colors that TEXT_PAIRS in packages/ui/test/color-pairs.ts allows",
  ).toEqual([]);
  await expectContrastOverPictures(page, unjudgedTexts);
}

/** Moves bars from the bottom of the window to their place in the page, because axe cannot judge the text under them. */
function releaseBottomBars(): void {
  for (const element of document.querySelectorAll<HTMLElement>("main *")) {
    const { position, bottom } = getComputedStyle(element);
    if (position === "sticky" && bottom !== "auto") element.style.position = "static";
  }
}

/**
 * Asserts that the open alert dialog is accessible. The page behind it is hidden from screen readers, which axe would
 * report as a page without a heading.
 */
export async function expectDialogAccessible(page: Page): Promise<void> {
  await expectAccessible(page, "[role=alertdialog]");
}

function describeUnlistedColors({ any: [check], target }: NodeResult): string[] {
  const { fgColor, bgColor, contrastRatio } = check?.data ?? {};
  // axe has no colors for text that is not visible.
  if (!contrastRatio || PAIRS.has(`${fgColor} on ${bgColor}`)) return [];
  return [`${target}: ${nameColor(fgColor)} on ${nameColor(bgColor)}`];
}

/** Returns the color with the light tokens that have it. */
function nameColor(color: string): string {
  const tokens = [...LIGHT].filter(([, value]) => value === color).map(([token]) => token);
  return `${color} (${tokens.join(" or ") || "no token"})`;
}

/** Measures texts that axe cannot judge because they are over a picture or too short. */
async function expectContrastOverPictures(page: Page, texts: readonly NodeResult[]) {
  if (texts.length === 0) return;
  const targets = texts.map(({ target }) => String(target[0]));
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await untilAnimationsEnd(page);
    await untilPicturesAreCurrent(page);
    const measured = await measureContrastOverPictures(page, targets);
    expect(
      measured.filter(({ ratio }) => ratio < LEAST_CONTRAST),
      `Contrast over pictures in ${colorScheme}`,
    ).toEqual([]);
  }
}
