import { SAMPLE_AD_IDS } from "@studbook/domain/samples";
import { signUp } from "../../member.ts";
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

test("an ad shows its facts, contact and photos", async ({ page }) => {
  await page.goto("/search");
  await page
    .getByRole("link", { name: /View Details/ })
    .first()
    .click();
  const facts = page.getByRole("complementary");
  await expect(facts.getByRole("term").filter({ hasText: "Stud fee" })).toBeVisible();
  await expect(page.locator('a[href^="mailto:"]').first()).toBeVisible();
  await page.goto(`/ad/${SAMPLE_AD_IDS[0]}`);
  await page.getByRole("link", { name: "Photo 2 of 3" }).click();
  await expect(page).toHaveURL(/\/photos\/.*1600\.webp$/);
});

for (const path of ["/login", "/signup"]) {
  test(`${path} says that it needs JavaScript, and sends nothing`, async ({ page }) => {
    await page.goto(path);
    await expect(page.locator("main noscript p")).toHaveText(
      /^This form works only with JavaScript/,
    );
    await expect(page.locator("main button[type=submit]")).toBeHidden();
    await page.getByLabel("Username").fill("dale");
    await page.getByLabel("Password", { exact: true }).fill("a secret");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(path);
    await expect(page.getByLabel("Username")).toHaveValue("dale");
  });
}

test("the steps to a membership say that they need JavaScript", async ({ page }) => {
  await signUp(page);
  await page.goto("/signup");
  await expect(page.locator("main noscript p")).toHaveText(/^Choosing a plan works only with/);
  await page.goto("/checkout?tier=basic");
  await expect(page.getByText("Basic membership")).toBeVisible();
  await expect(page.locator("main noscript p")).toHaveText(/^Paying works only with JavaScript/);
});
