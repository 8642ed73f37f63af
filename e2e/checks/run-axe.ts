import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Frame, Page } from "@playwright/test";
import type axe from "axe-core";
import type { NodeResult, Result } from "axe-core";
import { untilAnimationsEnd } from "./motion.ts";

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

type AxeFindings = {
  violations: Result[];
  /** Texts with sufficient contrast. */
  texts: NodeResult[];
  /** Texts whose background axe cannot determine. */
  unjudgedTexts: NodeResult[];
};

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Runs axe in the page and its frames, or in the element with the selector `within`. Waits first until no color is
 * changing any more.
 */
export async function runAxe(page: Page, within?: string): Promise<AxeFindings> {
  await Promise.all(page.frames().map(loadAxe));
  await untilAnimationsEnd(page);
  return page.evaluate(async (within) => {
    if (!window.axe) throw new Error("axe is not loaded");
    const scope = within ?? document;
    // To describe every element that passes a rule takes much longer than to apply the rules.
    const { violations } = await window.axe.run(scope, {
      rules: { "color-contrast": { enabled: false } },
      resultTypes: ["violations"],
    });
    const contrast = await window.axe.run(scope, { runOnly: ["color-contrast"] });
    const listTexts = (results: Result[]) => results.flatMap(({ nodes }) => nodes);
    return {
      violations: [...violations, ...contrast.violations],
      texts: listTexts(contrast.passes),
      unjudgedTexts: listTexts(contrast.incomplete),
    };
  }, within);
}

/** Loads axe once for each document. */
async function loadAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => window.axe !== undefined)) return;
  await frame.evaluate(AXE);
  // The frames of the card form are from another origin and report their findings to the page.
  await frame.evaluate(() => window.axe?.configure({ allowedOrigins: ["<unsafe_all_origins>"] }));
}
