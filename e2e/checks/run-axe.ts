import type { Frame, Page } from "@playwright/test";
import axe, { type AxeResults, type Result } from "axe-core";
import { untilStill } from "./motion.ts";

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** A selector of what to look at, instead of the whole page, and the ids of the rules, instead of all. */
export type AxeOptions = { within?: string; rules?: string[] };

/** What breaks a rule, and what axe tells of the contrast of every text. */
type AxeFindings = Pick<AxeResults, "violations" | "passes" | "incomplete">;

/** What axe finds in the page and its frames. Colours on their way to others are waited for. */
export async function runAxe(page: Page, options: AxeOptions = {}): Promise<AxeFindings> {
  // It is large: loaded once for a document, it serves every run there.
  await Promise.all(page.frames().map(loadAxe));
  await untilStill(page);
  return page.evaluate(async ({ within, rules }) => {
    if (!window.axe) throw new Error("axe is not there");
    const runOnly = rules && { runOnly: rules };
    const { violations, passes, incomplete } = await window.axe.run(
      within ?? document,
      runOnly ?? {},
    );
    // Every element of the page under every rule that it keeps would be megabytes to send.
    const isContrast = ({ id }: Result) => id === "color-contrast";
    return {
      violations,
      passes: passes.filter(isContrast),
      incomplete: incomplete.filter(isContrast),
    };
  }, options);
}

async function loadAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => window.axe !== undefined)) return;
  await frame.evaluate(axe.source);
  // Frames tell each other what they found, those of the card provider too.
  await frame.evaluate(() => window.axe?.configure({ allowedOrigins: ["<unsafe_all_origins>"] }));
}
