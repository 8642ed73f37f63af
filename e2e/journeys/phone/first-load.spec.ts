import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { SAMPLE_AD_IDS } from "@studbook/domain/samples";
import { expect, listings, test, untilHydrated } from "../../page.ts";

/** The most bytes of JavaScript of each page, gzip (docs/decisions/005-first-load.md). */
const BUDGETS = { "/": 118_000, "/search": 119_000, [`/ad/${SAMPLE_AD_IDS[0]}`]: 122_000 };
const MAX_SCRIPTS = 5;

const PATHS = Object.keys(BUDGETS);
const MISSING = ["/nope", "/ad/unknown", "/ad/unknown/below", "/login/below"];

for (const [path, budget] of Object.entries(BUDGETS)) {
  test(`${path} loads at most ${budget / 1000} kB of JavaScript in ${MAX_SCRIPTS} files and calls nothing`, async ({
    page,
  }) => {
    const scripts: Promise<Buffer>[] = [];
    const apiCalls: string[] = [];
    page.on("response", (response) => {
      const type = response.headers()["content-type"] ?? "";
      if (type.includes("javascript")) scripts.push(response.body());
      if (/\/(?:trpc|api)\//.test(response.url())) apiCalls.push(response.url());
    });
    await page.goto(path, { waitUntil: "networkidle" });
    await untilReactHasStarted(page);
    const sizes = (await Promise.all(scripts)).map(
      (script) => gzipSync(script, { level: 9 }).length,
    );
    const total = sizes.reduce((sum, size) => sum + size, 0);
    test.info().annotations.push({ type: "bytes of JavaScript, gzip", description: `${total}` });
    expect(total).toBeGreaterThan(0);
    expect(sizes.length).toBeLessThanOrEqual(MAX_SCRIPTS);
    expect(total).toBeLessThanOrEqual(budget);
    expect(apiCalls).toEqual([]);
  });
}

for (const path of [...PATHS, ...MISSING]) {
  test.describe(path, () => {
    if (MISSING.includes(path)) test.use({ expectedStatuses: [404] });

    test("the document names every script, so that none waits for another", async ({ page }) => {
      const scripts: string[] = [];
      page.on("response", (response) => {
        const type = response.headers()["content-type"] ?? "";
        if (type.includes("javascript")) scripts.push(new URL(response.url()).pathname);
      });
      const response = await page.goto(path);
      const html = (await response?.text()) ?? "";
      const named = html.match(/\/assets\/[^"]+\.js/g) ?? [];
      await untilReactHasStarted(page);
      await expect.poll(() => [...new Set(scripts)].sort()).toEqual([...new Set(named)].sort());
    });
  });
}

/** Scripts wait for the paint, so the network may be idle before. React attaches its nodes to what it has hydrated. */
async function untilReactHasStarted(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("h1") ?? {}).some((key) => key.startsWith("__reactFiber")),
  );
}

test("a page from the server is hydrated, not rendered again", async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  // The boot script runs before the page is shown.
  await page.route(/\/assets\/(?!boot)[^/]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/search", { waitUntil: "commit" });
  await expect(listings(page)).toHaveCount(24);
  const before = await listings(page).first().elementHandle();
  release();
  await untilHydrated(page);
  await page.waitForLoadState("networkidle");
  expect(await before?.evaluate((card) => card.isConnected)).toBe(true);
});
