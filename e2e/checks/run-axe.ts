import type { Frame, Page } from "@playwright/test";
import axe, { type AxeResults } from "axe-core";
import { untilStill } from "./motion.ts";

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/**
 * What axe finds in the page and its frames, or in what a selector leads to; by all rules or by these
 * alone. Colours on their way to others are waited for.
 */
export async function runAxe(
  page: Page,
  options: { within?: string; rules?: string[] } = {},
): Promise<AxeResults> {
  // It is large: loaded once for a document, it serves every run there.
  await Promise.all(page.frames().map(loadAxe));
  await untilStill(page);
  return page.evaluate(({ within, rules }) => {
    if (!window.axe) throw new Error("axe is not there");
    return window.axe.run(within ?? document, rules ? { runOnly: rules } : {});
  }, options);
}

async function loadAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => window.axe !== undefined)) return;
  await frame.evaluate(axe.source);
  // Frames tell each other what they found, those of the card provider too.
  await frame.evaluate(() => window.axe?.configure({ allowedOrigins: ["<unsafe_all_origins>"] }));
}
