import { getBrowser } from "@studbook/chromium/test/browser";
import { launch } from "chrome-launcher";
import lighthouse, { type Result } from "lighthouse";

/** Lighthouse's four categories. */
export const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

/** What one run measured: scores out of 100, milliseconds and kB. */
export type LighthouseRun = {
  scores: number[];
  lcpMs: number;
  cls: number;
  tbtMs: number;
  scriptKb: number;
  fontKb: number;
};

/** Runs Lighthouse's mobile profile, which simulates a slow phone. */
export type Lighthouse = {
  /** @throws Error if Lighthouse could not load the page */
  run(url: string): Promise<LighthouseRun>;
  close(): void;
};

export async function openLighthouse(): Promise<Lighthouse> {
  const { executablePath, args, env } = await getBrowser();
  const chrome = await launch({
    chromePath: executablePath,
    chromeFlags: ["--headless=new", "--ignore-certificate-errors", ...args],
    ...(env && { envVars: env }),
  });
  return {
    async run(url) {
      const settings = { port: chrome.port, onlyCategories: [...CATEGORIES] };
      const { lhr } = (await lighthouse(url, settings)) ?? {};
      if (!lhr || lhr.runtimeError) {
        throw new Error(`${url}: ${lhr?.runtimeError?.message ?? "no result"}`);
      }
      return readResult(lhr);
    },
    close: () => chrome.kill(),
  };
}

function readResult(result: Result): LighthouseRun {
  const value = (id: string) => result.audits[id]?.numericValue ?? Number.NaN;
  return {
    scores: CATEGORIES.map((id) => Math.round((result.categories[id]?.score ?? 0) * 100)),
    lcpMs: value("largest-contentful-paint"),
    cls: value("cumulative-layout-shift"),
    tbtMs: value("total-blocking-time"),
    scriptKb: transferredKb(result, "Script"),
    fontKb: transferredKb(result, "Font"),
  };
}

/** Returns the compressed size of all files of a kind, in kB. */
function transferredKb(result: Result, kind: string): number {
  const details = result.audits["network-requests"]?.details;
  const items = details?.type === "table" ? details.items : [];
  const sizes = items
    .filter(({ resourceType }) => resourceType === kind)
    .map(({ transferSize }) => Number(transferSize));
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / 1000;
}
