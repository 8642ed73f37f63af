import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { measureContrastOverPicture } from "./contrast.ts";

const TEXT_RATIO = 4.5;
const LARGE_TEXT_RATIO = 3;

export type LowestContrast = { text: number; large: number };

type AxeNode = { any: { data: unknown }[]; target: unknown[] };

/**
 * Asserts that axe finds nothing wrong and that every text stands out as WCAG AA asks, texts over
 * pictures included. Returns the lowest contrast ratios of normal and of large text.
 */
export async function expectAccessible(page: Page): Promise<LowestContrast> {
  return expectClean(newAxe(page), page);
}

/** The part of {@link expectAccessible} that another colour scheme can change. */
export async function expectContrast(page: Page): Promise<LowestContrast> {
  return expectClean(newAxe(page).withRules(["color-contrast"]), page);
}

// There is one frame alone: axe need not open a page of its own to put frames together.
const newAxe = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true);

async function expectClean(axe: AxeBuilder, page: Page): Promise<LowestContrast> {
  const { violations, passes, incomplete } = await axe.analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`),
  ).toEqual([]);

  const lowest = { text: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY };
  for (const { kind, ratio } of [
    ...contrastNodes(passes).flatMap(readContrast),
    ...(await measureUnknown(page, contrastNodes(incomplete))),
  ]) {
    lowest[kind] = Math.min(lowest[kind], ratio);
  }
  expect(lowest.text).toBeGreaterThanOrEqual(TEXT_RATIO);
  expect(lowest.large).toBeGreaterThanOrEqual(LARGE_TEXT_RATIO);
  return lowest;
}

function contrastNodes(results: { id: string; nodes: AxeNode[] }[]): AxeNode[] {
  return results.filter(({ id }) => id === "color-contrast").flatMap(({ nodes }) => nodes);
}

type Contrast = { kind: keyof LowestContrast; ratio: number };

function readContrast({ any }: AxeNode): Contrast[] {
  const data = any[0]?.data;
  if (typeof data !== "object" || data === null) return [];
  if (!("contrastRatio" in data) || typeof data.contrastRatio !== "number") return [];
  // Zero stands for a text that is not there to be seen.
  if (!("expectedContrastRatio" in data) || data.contrastRatio === 0) return [];
  const isLarge = data.expectedContrastRatio === `${LARGE_TEXT_RATIO}:1`;
  return [{ kind: isLarge ? "large" : "text", ratio: data.contrastRatio }];
}

/** Texts whose background axe cannot tell; those under an overlay and the ornamental are left out. */
async function measureUnknown(page: Page, nodes: AxeNode[]): Promise<Contrast[]> {
  const found: Contrast[] = [];
  for (const { target } of nodes) {
    const text = page.locator(String(target[0]));
    const counts = await text.evaluate((element) => {
      if (element.closest("[aria-hidden=true]")) return false;
      element.scrollIntoView({ block: "center" });
      const { x, y, width, height } = element.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return top !== null && element.contains(top);
    });
    if (counts) found.push({ kind: "text", ratio: await measureContrastOverPicture(page, text) });
  }
  return found;
}
