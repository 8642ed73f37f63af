import { expect, type Page } from "@playwright/test";
import type { NodeResult } from "axe-core";
import { type MeasuredText, measureContrastOverPictures } from "./contrast.ts";
import { type AxeOptions, runAxe } from "./run-axe.ts";

const LEAST = { text: 4.5, large: 3 };

export type LowestContrast = { text: number; large: number };

/**
 * Asserts that axe finds nothing wrong and that every text stands out as WCAG AA asks, texts over
 * pictures included. Returns the lowest contrast ratios of normal and of large text. Leaves the page at
 * its top or at a text over a picture.
 */
export async function expectAccessible(page: Page): Promise<LowestContrast> {
  return inspect(page);
}

/** The part of {@link expectAccessible} that another colour scheme can change. */
export async function expectContrast(page: Page): Promise<LowestContrast> {
  return inspect(page, { rules: ["color-contrast"] });
}

async function inspect(page: Page, options: AxeOptions = {}): Promise<LowestContrast> {
  // What the sticky header lies over, axe cannot tell the contrast of.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  const { violations, passes, incomplete } = await runAxe(page, options);
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`),
  ).toEqual([]);

  const known = passes.flatMap(({ nodes }) => nodes).flatMap(readContrast);
  const unknown = incomplete.flatMap(({ nodes }) => nodes).map(({ target }) => String(target[0]));
  const measured = await measureContrastOverPictures(page, unknown);
  const all = [...known, ...measured.map((text): Contrast => ({ kind: "text", ...text }))];
  expect(all.filter(({ kind, ratio }) => ratio < LEAST[kind])).toEqual([]);
  const lowest = (of: Contrast["kind"]) =>
    Math.min(...all.filter(({ kind }) => kind === of).map(({ ratio }) => ratio));
  return { text: lowest("text"), large: lowest("large") };
}

type Contrast = MeasuredText & { kind: keyof LowestContrast };

function readContrast({ any, target }: NodeResult): Contrast[] {
  const data = any[0]?.data;
  if (typeof data !== "object" || data === null) return [];
  if (!("contrastRatio" in data) || typeof data.contrastRatio !== "number") return [];
  // Zero stands for a text that is not there to be seen.
  if (!("expectedContrastRatio" in data) || data.contrastRatio === 0) return [];
  const isLarge = data.expectedContrastRatio === `${LEAST.large}:1`;
  const kind = isLarge ? "large" : "text";
  return [{ kind, ratio: data.contrastRatio, target: String(target[0]) }];
}
