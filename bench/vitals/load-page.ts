import type { Browser } from "@playwright/test";
import { type Observed, observeVitals } from "./observe-vitals.ts";
import { withPhone } from "./phone.ts";

/** What was transferred before the largest contentful paint. Sizes are compressed bytes. */
type BeforePaint = {
  requests: number;
  bytes: number;
  /** The HTML and the style sheets. */
  documentBytes: number;
  scriptBytes: number;
  fontBytes: number;
};

export type PageLoad = Required<Observed> & BeforePaint;

/** When the page has shifted for the last time. */
const SETTLE_MS = 1000;

/** Loads a page on a slow phone with an empty cache. */
export async function loadPage(browser: Browser, url: string): Promise<PageLoad> {
  return await withPhone(browser, async (page) => {
    await page.addInitScript(observeVitals);
    await page.goto(url);
    await page.waitForFunction(() => window.observed.hydratedMs !== undefined);
    await page.waitForTimeout(SETTLE_MS);
    return await page.evaluate(() => {
      const { observed } = window;
      const [document] = performance.getEntriesByType("navigation");
      const resources = performance.getEntriesByType("resource");
      const loaded = [document, ...resources].filter(
        (entry) => entry instanceof PerformanceResourceTiming,
      );
      const before = loaded.filter((entry) => entry.responseEnd <= observed.lcpMs);
      const sum = (pattern: RegExp) =>
        before
          .filter(({ name }) => pattern.test(new URL(name).pathname))
          .reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0);
      const isDocument = (entry: PerformanceEntry) => entry.entryType === "navigation";
      const html = before.find(isDocument)?.encodedBodySize ?? 0;
      return {
        ...observed,
        hydratedMs: observed.hydratedMs ?? Number.NaN,
        requests: before.length,
        bytes: sum(/^/),
        documentBytes: html + sum(/\.css$/),
        scriptBytes: sum(/\.js$/),
        fontBytes: sum(/\.woff2?$/),
      };
    });
  });
}
