import type { Page } from "@playwright/test";
import { expect, listings, permanentListings, test, untilHydrated } from "../../page.ts";

const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

test("Back, Forward and a reload keep the opened results, the scroll position and the card", async ({
  page,
}) => {
  await page.goto("/search");
  await untilHydrated(page);
  await page.getByRole("link", { name: "Load more" }).click();
  await expect(listings(page)).toHaveCount(48);
  await expect(page).toHaveURL(/\/search\?pages=2$/);
  const card = permanentListings(page).nth(30);
  const link = card.getByRole("link", { name: /View Details/ });
  await card.scrollIntoViewIfNeeded();
  const place = await scrolled(page);
  expect(place).toBeGreaterThan(1000);
  const name = await card.getByRole("heading").innerText();
  const expectSamePlace = async () => {
    await expect(listings(page)).toHaveCount(48);
    await expect.poll(() => scrolled(page)).toBe(place);
    await expect(card.getByRole("heading")).toHaveText(name);
  };
  await page.reload();
  await expectSamePlace();

  await untilHydrated(page);
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.reload();
  await untilHydrated(page);
  await page.goBack();
  await expectSamePlace();
  await expect(link).toBeFocused();

  await page.goForward();
  await expect(page.getByRole("heading", { level: 1, name })).toBeFocused();
  await page.getByRole("link", { name: "Back to Search" }).click();
  await expectSamePlace();
  await expect(link).toBeFocused();
});

test("a reload restores a place beyond what the server renders", { tag: "@deep" }, async ({
  page,
}) => {
  await page.goto("/search?pages=10");
  await expect(listings(page)).toHaveCount(240);
  // The router remembers the place of what the browser has reported as scrolled, with the next frame.
  const place = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        window.addEventListener("scroll", () => resolve(window.scrollY), { once: true });
        window.scrollTo(0, document.body.scrollHeight * 0.9);
      }),
  );
  await page.reload();
  await expect(listings(page)).toHaveCount(240);
  await expect.poll(() => scrolled(page)).toBe(place);
});

test("Back and Forward go through the filters one by one", async ({ page }) => {
  await page.goto("/search");
  await untilHydrated(page);
  const breed = page.getByLabel("Breed");
  const state = page.getByLabel("State");
  await breed.selectOption("Labrador Retriever");
  await expect(page).toHaveURL(/breed=/);
  await state.selectOption("TX");
  await expect(page).toHaveURL(/state=/);
  await page.goBack();
  await expect(state).toHaveValue("");
  await expect(breed).toHaveValue("Labrador Retriever");
  await expect(listings(page).first()).toContainText("Labrador Retriever");
  await page.goBack();
  await expect(breed).toHaveValue("");
  await page.goForward();
  await page.goForward();
  await expect(breed).toHaveValue("Labrador Retriever");
  await expect(state).toHaveValue("TX");
});

test("changing a filter by keyboard keeps the focus, announces the new count and replaces the address", async ({
  page,
}) => {
  await page.goto("/search");
  await untilHydrated(page);
  const breed = page.getByLabel("Breed");
  const count = page.getByRole("status").filter({ hasText: /results? found$/ });
  const before = await count.innerText();
  await breed.focus();
  const entries = await page.evaluate(() => history.length);
  await page.keyboard.type("Boxer");
  await expect(page).toHaveURL(/breed=Boxer/);
  await page.keyboard.press("ArrowDown");
  await expect(page).toHaveURL(/breed=Brittany/);
  await expect(count).not.toHaveText(before);
  await expect(breed).toBeFocused();
  expect(await page.evaluate(() => history.length)).toBe(entries);
});
