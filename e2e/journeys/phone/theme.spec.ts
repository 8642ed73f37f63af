import type { Page } from "@playwright/test";
import { expect, test, untilHydrated } from "../../page.ts";

const LIGHT = "rgb(246, 244, 237)";
const DARK = "rgb(19, 23, 20)";

declare global {
  interface Window {
    /** The root's theme when the body was created. */
    themeAtBody?: string | undefined;
  }
}

const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);

/** Clicks the label, since the radio button itself is invisible. */
const choose = (page: Page, theme: string) =>
  page.getByRole("contentinfo").getByText(theme, { exact: true }).click();

test("the theme follows the system until one is chosen", async ({ page }) => {
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

test("the chosen theme is remembered and set before the first paint", async ({ page }) => {
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
  const barColors = page.locator('meta[name="theme-color"]');
  for (const meta of await barColors.all()) {
    await expect(meta).toHaveAttribute("content", "#1c211d");
  }
});

test("the theme can be changed if the browser blocks cookies and storage", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, "cookie", { get: () => "", set: () => undefined });
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
