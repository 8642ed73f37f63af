import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { getBrowser } from "@studbook/chromium/test/browser";
import { SAMPLE_AD_IDS } from "@studbook/domain/samples";
import { launch } from "chrome-launcher";
import lighthouse, { type Result } from "lighthouse";
import { median } from "./spread.ts";

const BASE_URL = process.env.BASE_URL ?? "http://localhost:3000";
const PATHS = ["/", "/search", `/ad/${SAMPLE_AD_IDS[0]}`, "/contact", "/no/such/page"];
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];

const { values: flags } = parseArgs({ options: { runs: { type: "string", default: "5" } } });
const RUNS = Number(flags.runs);

/**
 * Runs Lighthouse's mobile profile on every kind of public page of the server at BASE_URL. Prints medians:
 * scores out of 100, milliseconds, kB of JavaScript (gzip -9) and of fonts.
 */
async function main(): Promise<void> {
  const { executablePath, args, env } = await getBrowser();
  const chrome = await launch({
    chromePath: executablePath,
    chromeFlags: ["--headless=new", ...args],
    ...(env && { envVars: env }),
  });
  try {
    process.stdout.write(
      `Lighthouse, mobile, medians of ${RUNS} runs\n\n` +
        `| page | ${CATEGORIES.join(" | ")} | LCP ms | CLS | TBT ms | JavaScript kB | fonts kB |\n` +
        `| --- |${" ---: |".repeat(CATEGORIES.length + 5)}\n`,
    );
    for (const path of PATHS) process.stdout.write(`${await measure(path, chrome.port)}\n`);
  } finally {
    chrome.kill();
  }
}

async function measure(path: string, port: number): Promise<string> {
  const results: Result[] = [];
  for (let run = 0; run < RUNS; run++) {
    // Otherwise Lighthouse would not measure the 404 page.
    const settings = { port, onlyCategories: CATEGORIES, ignoreStatusCode: true };
    const result = await lighthouse(BASE_URL + path, settings);
    if (!result || result.lhr.runtimeError) {
      throw new Error(`${path}: ${result?.lhr.runtimeError?.message ?? "no result"}`);
    }
    results.push(result.lhr);
  }
  const score = (id: string) =>
    median(results.map((one) => (one.categories[id]?.score ?? 0) * 100));
  const value = (id: string) =>
    median(results.map((one) => one.audits[id]?.numericValue ?? Number.NaN));
  const [first] = results;
  if (!first) throw new Error("No runs");
  return `| ${[
    `\`${path.replace(/[0-9a-f-]{36}/, "{sample}")}\``,
    ...CATEGORIES.map((id) => score(id).toFixed(0)),
    value("largest-contentful-paint").toFixed(0),
    value("cumulative-layout-shift").toFixed(3),
    value("total-blocking-time").toFixed(0),
    await totalSize(first, "Script", gzipSize),
    await totalSize(first, "Font", (file) => file.length),
  ].join(" | ")} |`;
}

/** Returns the total size of the files of one kind in a first load, in kB. */
async function totalSize(
  result: Result,
  kind: string,
  size: (file: Buffer) => number,
): Promise<string> {
  const details = result.audits["network-requests"]?.details;
  const items = details?.type === "table" ? details.items : [];
  const urls = new Set(
    items.filter((one) => one.resourceType === kind).map((one) => String(one.url)),
  );
  const sizes = await Promise.all(
    [...urls].map(async (url) => size(Buffer.from(await (await fetch(url)).arrayBuffer()))),
  );
  return (sizes.reduce((sum, one) => sum + one, 0) / 1000).toFixed(1);
}

const gzipSize = (file: Buffer) => gzipSync(file, { level: 9 }).length;

await main();
