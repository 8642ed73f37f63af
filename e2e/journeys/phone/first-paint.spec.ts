import type { Page } from "@playwright/test";
import { SAMPLE_AD_IDS } from "@studbook/domain/samples";
import { expect, listings, openPage, test, untilHydrated } from "../../page.ts";

const AD = `/ad/${SAMPLE_AD_IDS[0]}`;
const COMMON_PAGES = ["/", "/search", AD];
const PAGES = [
  ...COMMON_PAGES,
  "/search?breed=Boxer",
  "/contact",
  "/credits",
  "/privacy",
  "/no/such/page",
];
const FONT_FACES = /@font-face\{font-family:(?:Besley|Public Sans);[^}]*\}/g;

/** All scripts but the boot script. */
const SCRIPTS = /\/assets\/(?!boot)[^/]+\.js$/;
/** What loads after the first paint. */
const LATER_FILES = /\/assets\/(?!boot)[^/]+\.(?:js|css)$/;

test.use({ expectedStatuses: [404] });

for (const path of PAGES) {
  const details = COMMON_PAGES.includes(path) ? {} : { tag: "@deep" };
  test(
    `${path} looks the same before and after all styles have loaded`,
    details,
    async ({ page }) => {
      // Without the boot script, nothing is loaded but what the first paint needs.
      await page.route("**/assets/boot-*.js", (route) =>
        route.fulfill({ contentType: "text/javascript", body: "" }),
      );
      await page.route("**/assets/style-*.css", async (route) => {
        const response = await route.fetch();
        const css = await response.text();
        expect(css.match(FONT_FACES)).toHaveLength(2);
        await route.fulfill({ response, body: css.replace(FONT_FACES, "") });
      });
      for (const width of [390, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        await page.evaluate(async () => {
          // The others look the same, and their photos take most of the time.
          for (const card of document.querySelectorAll(".ad-card:nth-child(n + 7)")) card.remove();
          // The record of a stud begins below the first screen.
          for (const part of document.querySelectorAll(".ad-more")) part.remove();
          for (const image of document.images) image.loading = "eager";
          await Promise.all([...document.images].map((image) => image.decode()));
        });
        const first = await page.screenshot({ fullPage: true, animations: "disabled" });
        await loadStyles(page);
        const complete = await page.screenshot({ fullPage: true, animations: "disabled" });
        expect(first.equals(complete), `${width} pixels wide`).toBe(true);
      }
    },
  );
}

/** Adds all styles to the page. */
async function loadStyles(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>("[data-rel=stylesheet]");
    if (!link) throw new Error("The document has no link to all styles");
    const loaded = new Promise((resolve) => link.addEventListener("load", resolve));
    link.rel = "stylesheet";
    await loaded;
  });
}

for (const path of ["/", "/search", AD]) {
  test(`${path} loads no script, style or font before its main image is shown`, async ({
    page,
  }) => {
    await page.goto(path, { waitUntil: "networkidle" });
    const early = await page.evaluate(async () => {
      const painted = await new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().at(-1)?.startTime ?? 0),
        ).observe({ type: "largest-contentful-paint", buffered: true });
      });
      return performance
        .getEntriesByType("resource")
        .filter(({ name, startTime }) => /\.(?:js|css|woff2)$/.test(name) && startTime < painted)
        .map(({ name }) => new URL(name).pathname);
    });
    expect(early).toEqual([expect.stringMatching(/^\/assets\/boot-/)]);
  });
}

for (const [path, photos] of [
  ["/", 1],
  ["/search", 2],
  [AD, 1],
] as const) {
  test(`${path} loads at most ${photos} photos before all styles, and then the others`, async ({
    page,
  }) => {
    const requested: string[] = [];
    page.on("request", (request) => {
      if (/\.(?:webp|avif)$/.test(request.url())) requested.push(request.url());
    });
    const release = await holdFiles(page, LATER_FILES);
    await page.goto(path, { waitUntil: "domcontentloaded" });
    const main = page.locator("img[fetchpriority=high]");
    await expect(main).toHaveJSProperty("complete", true);
    expect(requested.length).toBeLessThanOrEqual(photos);
    release();
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await expect.poll(() => requested.length).toBeGreaterThan(photos);
  });
}

test.describe("without all styles", () => {
  test.use({ expectedFailures: ["net::ERR_FAILED"] });

  test("the photos of /search show after hydration", async ({ page }) => {
    await page.route("**/assets/style-*.css", (route) => route.abort());
    await openPage(page, "/search");
    const third = listings(page).nth(2).getByRole("img");
    await third.scrollIntoViewIfNeeded();
    const width = () => third.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
  });
});

/** Holds back files until the returned function is called. */
async function holdFiles(page: Page, files: RegExp): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Opens a page whose scripts do not arrive until the returned function is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const release = await holdFiles(page, SCRIPTS);
  // A script that has started to load delays the load event.
  await page.goto(path, { waitUntil: "domcontentloaded" });
  return release;
}

test("a tap on Menu before hydration opens the menu afterwards", async ({ page }) => {
  const release = await openWithoutScripts(page, "/search");
  await page.getByRole("button", { name: "Menu" }).tap();
  release();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Close" })).toHaveAttribute(
    "aria-expanded",
    "true",
  );
});

test("a tap on a thumbnail before hydration shows that photo afterwards", async ({ page }) => {
  const release = await openWithoutScripts(page, AD);
  const second = page.getByRole("link", { name: "Photo 2 of 3" });
  await second.tap();
  release();
  await expect(second).toHaveAttribute("aria-current", "true");
  await expect(page).toHaveURL(AD);
});

test("a theme chosen before hydration is applied afterwards", async ({ page }) => {
  const release = await openWithoutScripts(page, "/contact");
  await page.getByRole("contentinfo").getByText("Dark", { exact: true }).tap();
  release();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
});

test("who scrolls before hydration stays there", async ({ page }) => {
  const release = await openWithoutScripts(page, "/search");
  await page.evaluate(() => scrollTo(0, 600));
  release();
  await untilHydrated(page);
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate(() => scrollY)).toBe(600);
});

test("a link before hydration works like one without scripts", async ({ page }) => {
  const release = await openWithoutScripts(page, "/");
  await page.getByRole("main").getByRole("link", { name: "Search Studs" }).tap();
  await expect(page.getByRole("heading", { name: "Search Stud Services" })).toBeVisible();
  release();
});

test("Back before hydration, after a reload, shows the page before", async ({ page }) => {
  await openPage(page, "/");
  await page.getByRole("main").getByRole("link", { name: "Search Studs" }).tap();
  await expect(page.getByRole("heading", { name: "Search Stud Services" })).toBeVisible();
  const release = await holdFiles(page, SCRIPTS);
  await page.reload({ waitUntil: "domcontentloaded" });
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL("/");
  release();
  await expect(page.getByRole("heading", { name: "Find the right stud" })).toBeVisible();
});
