import { expect, listings, permanentListings, test, untilHydrated } from "../../page.ts";

test("Back and Forward keep the filters, the loaded results and the scroll position", async ({
  page,
}) => {
  await page.goto("/search");
  await untilHydrated(page);
  const more = page.getByRole("link", { name: "Load more" });
  for (const count of [48, 72]) {
    await more.click();
    await expect(listings(page)).toHaveCount(count);
  }
  const card = permanentListings(page).nth(50);
  await card.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(1000);
  const name = await card.getByRole("heading").innerText();
  await card.getByRole("link", { name: /View Details/ }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);

  await page.goBack();
  await expect(listings(page)).toHaveCount(72);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
  await expect(card).toBeInViewport();

  await page.goForward();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.getByRole("link", { name: "Back to Search" }).click();
  await expect(listings(page)).toHaveCount(72);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
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

test("changing a filter keeps the focus and announces the new count", async ({ page }) => {
  await page.goto("/search");
  await untilHydrated(page);
  const breed = page.getByLabel("Breed");
  const count = page.getByRole("status").filter({ hasText: /results? found$/ });
  const before = await count.innerText();
  await breed.focus();
  await page.keyboard.type("Boxer");
  await expect(page).toHaveURL(/breed=Boxer/);
  await expect(count).not.toHaveText(before);
  await expect(breed).toBeFocused();
});
