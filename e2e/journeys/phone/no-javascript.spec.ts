import { expect, listings, test } from "../../page.ts";

test.use({ javaScriptEnabled: false });

test("the search shows results, and its filters work as a plain form", async ({ page }) => {
  await page.goto("/search");
  await expect(listings(page)).toHaveCount(24);
  await page.getByLabel("Breed").selectOption("Boxer");
  await page.getByRole("button", { name: /Search|Apply/ }).click();
  await expect(page).toHaveURL(/breed=Boxer/);
  await expect(listings(page)).not.toHaveCount(0);
  for (const card of await listings(page).all()) await expect(card).toContainText("Boxer");
});

test("the next results are behind a plain link", async ({ page }) => {
  await page.goto("/search");
  const first = await page
    .getByRole("link", { name: /View Details/ })
    .first()
    .getAttribute("href");
  await page.getByRole("link", { name: "Load more" }).click();
  await expect(listings(page)).toHaveCount(24);
  expect(
    await page
      .getByRole("link", { name: /View Details/ })
      .first()
      .getAttribute("href"),
  ).not.toBe(first);
});

test("the header shows all links without a menu", async ({ page }) => {
  await page.goto("/search");
  await expect(page.getByRole("button", { name: "Menu" })).toBeHidden();
  const menu = page.getByRole("navigation", { name: "Main" });
  await expect(menu.getByRole("link", { name: "Sign In" })).toBeVisible();
  await menu.getByRole("link", { name: "Contact | Information" }).click();
  await expect(page).toHaveURL(/\/contact$/);
});

test("an ad shows its facts and contact", async ({ page }) => {
  await page.goto("/search");
  await page
    .getByRole("link", { name: /View Details/ })
    .first()
    .click();
  await expect(page.getByRole("term").filter({ hasText: "Stud fee" })).toBeVisible();
  await expect(page.locator('a[href^="mailto:"]').first()).toBeVisible();
});
