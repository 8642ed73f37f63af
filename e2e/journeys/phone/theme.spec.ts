import type { Page } from "@playwright/test";
import { expect, test, untilHydrated } from "../../page.ts";

const LIGHT = "rgb(246, 244, 237)";
const DARK = "rgb(19, 23, 20)";

declare global {
  interface Window {
    /** The root's theme at the moment at which there was a body to paint. */
    themeAtBody?: string | undefined;
  }
}

const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);

/** As a pointer does it: the radio button itself is drawn by its label. */
const choose = (page: Page, theme: string) =>
  page.getByRole("contentinfo").getByText(theme, { exact: true }).click();

test("follows the system until a theme is chosen", async ({ page }) => {
  await page.goto("/");
  await page.emulateMedia({ colorScheme: "light" });
  expect(await background(page)).toBe(LIGHT);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await background(page)).toBe(DARK);
  await untilHydrated(page);
  await choose(page, "Light");
  expect(await background(page)).toBe(LIGHT);
  await choose(page, "System");
  expect(await background(page)).toBe(DARK);
});

test("remembers the chosen theme and paints nothing in another one first", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  await untilHydrated(page);
  await choose(page, "Dark");
  expect(await background(page)).toBe(DARK);

  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.body) return;
      window.themeAtBody = document.documentElement.dataset.theme;
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  for (const path of ["/", "/search", "/contact"]) {
    await page.goto(path, { waitUntil: "domcontentloaded" });
    expect(await page.evaluate(() => window.themeAtBody)).toBe("dark");
    expect(await background(page)).toBe(DARK);
  }
  await untilHydrated(page);
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  const barColours = page.locator('meta[name="theme-color"]');
  for (const meta of await barColours.all()) {
    await expect(meta).toHaveAttribute("content", "#1c211d");
  }
});

test("changes the theme where the browser blocks storage", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("Access is denied", "SecurityError");
      },
    });
  });
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  await untilHydrated(page);
  await choose(page, "Dark");
  expect(await background(page)).toBe(DARK);
  await page.reload();
  expect(await background(page)).toBe(LIGHT);
});
