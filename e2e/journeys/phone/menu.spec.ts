import type { Page } from "@playwright/test";
import { expectFocusVisible, tabTo } from "../../checks/focus.ts";
import { signUp } from "../../member.ts";
import { expect, openPage, test, untilHydrated } from "../../page.ts";

const WATCHING = /\/assets\/watch-menu-[^/]+\.js$/;

/** Waits until the menu handles Tab and Escape. Call it before the menu opens. */
async function untilWatched(page: Page): Promise<void> {
  const response = await page.waitForResponse(WATCHING);
  await page.evaluate((url) => import(url), response.url());
}

test.beforeEach(async ({ page }) => {
  await page.goto("/search");
  await untilHydrated(page);
});

test("the menu opens, keeps the focus inside and closes by keyboard", async ({ page }) => {
  const header = page.getByRole("banner");
  const toggle = header.getByRole("button");
  const menu = page.getByRole("navigation", { name: "Main" });
  await tabTo(page, toggle);
  await expect(toggle).toHaveAccessibleName("Menu");
  const watched = untilWatched(page);
  await page.keyboard.press("Enter");
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  await expect(menu).toBeVisible();
  await watched;

  const links = await menu.getByRole("link").count();
  expect(links).toBe(4);
  const everyStop = new Set<string>();
  for (let stop = 0; stop < links + 4; stop++) {
    await page.keyboard.press("Tab");
    await expectFocusVisible(page);
    const focused = header.locator(":focus");
    await expect(focused).toHaveCount(1);
    everyStop.add(await focused.innerText());
  }
  expect(everyStop.size).toBeGreaterThan(links);
  for (let stop = 0; stop < links + 4; stop++) {
    await page.keyboard.press("Shift+Tab");
    await expect(header.locator(":focus")).toHaveCount(1);
  }

  await page.keyboard.press("Escape");
  await expect(toggle).toHaveAttribute("aria-expanded", "false");
  await expect(menu).toBeHidden();
  await expect(toggle).toBeFocused();
});

test("while the menu's script is loading, the focus closes the menu when it leaves", async ({
  page,
}) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(WATCHING, async (route) => {
    await held;
    await route.continue();
  });
  const menu = page.getByRole("navigation", { name: "Main" });
  const toggle = page.getByRole("button", { name: "Menu" });
  await toggle.press("Enter");
  await expect(menu).toBeVisible();
  await tabTo(page, menu.getByRole("link").last());
  await page.keyboard.press("Tab");
  await expect(menu).toBeHidden();
  await expect(page.locator("main :focus")).toHaveCount(1);
  await expectFocusVisible(page);

  const watched = untilWatched(page);
  await toggle.press("Enter");
  release();
  await watched;
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(toggle).toBeFocused();
});

test("a link in the menu closes it, and the new page's heading is focused", async ({ page }) => {
  await page.getByRole("button", { name: "Menu" }).click();
  const menu = page.getByRole("navigation", { name: "Main" });
  await expect(menu.getByRole("link", { name: "Search" })).toHaveAttribute("aria-current", "page");
  await menu.getByRole("link", { name: "Contact | Information" }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(menu).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("a click outside closes the menu, whose rows are 56 pixels high", async ({ page }) => {
  await page.getByRole("button", { name: "Menu" }).click();
  const menu = page.getByRole("navigation", { name: "Main" });
  for (const link of await menu.getByRole("link").all()) {
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(56);
  }
  await page.mouse.click(200, 700);
  await expect(menu).toBeHidden();
});

test("staying on a page with unsaved changes returns the focus to the menu's button", async ({
  page,
}) => {
  await signUp(page);
  await openPage(page, "/account");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("First name").fill("Dale");
  const watched = untilWatched(page);
  const toggle = page.getByRole("button", { name: "Menu" });
  await toggle.click();
  await watched;
  await page.getByRole("link", { name: "Contact | Information" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(toggle).toBeFocused();
});
