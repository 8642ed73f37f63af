import { SAMPLE_AD_IDS } from "@studbook/domain/samples";
import { expect, permanentListings, test, untilHydrated } from "../../page.ts";

test("a card leads to the ad with its facts and contact, and back", async ({ page }) => {
  await page.goto("/search");
  await untilHydrated(page);
  const card = permanentListings(page).first();
  const name = await card.getByRole("heading").innerText();
  await card.getByRole("link", { name: /View Details/ }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const facts = page.getByRole("complementary");
  for (const fact of ["Location", "Age", "Stud fee"]) {
    await expect(facts.getByRole("term").filter({ hasText: fact })).toBeVisible();
  }
  await expect(page.locator('a[href^="mailto:"]').first()).toBeVisible();
  await page.getByRole("link", { name: "Back to Search" }).click();
  await expect(page).toHaveURL(/\/search/);
});

test("a slow ad shows a skeleton until it has loaded", async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/trpc/ads.page*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/search");
  await untilHydrated(page);
  const card = permanentListings(page).nth(3);
  const name = await card.getByRole("heading").innerText();
  await card.getByRole("link", { name: /View Details/ }).click();
  const shape = page.getByRole("status", { name: "Loading the ad" });
  await expect(shape).toBeVisible();
  release();
  await expect(page.getByRole("heading", { level: 1, name })).toBeFocused();
  await expect(shape).toBeHidden();
});

test("the heading is focused also if the page's code loads late", async ({ page }) => {
  await page.goto("/search");
  await untilHydrated(page);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  const card = permanentListings(page).nth(2);
  const name = await card.getByRole("heading").innerText();
  await card.getByRole("link", { name: /View Details/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Search Stud Services" })).toBeHidden();
  release();
  await expect(page.getByRole("heading", { level: 1, name })).toBeFocused();
});

test("thumbnails change the main picture by keyboard", async ({ page }) => {
  await page.goto(`/ad/${SAMPLE_AD_IDS[0]}`);
  const main = page.getByRole("img", { name: /photo 1 of 3/i });
  await expect(main).toBeVisible();
  await untilHydrated(page);
  const second = page.getByRole("link", { name: /photo 2 of 3/i });
  await second.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("img", { name: /photo 2 of 3/i })).toBeVisible();
  await expect(second).toHaveAttribute("aria-current", "true");
});

test("a sample ad is marked on its page", async ({ page }) => {
  await page.goto(`/ad/${SAMPLE_AD_IDS[1]}`);
  await expect(page.getByText("SAMPLE AD").first()).toBeVisible();
});

test.describe("an ad that cannot be loaded", () => {
  // React logs errors that an error boundary catches.
  test.use({ expectedStatuses: [500], expectedFailures: ["TRPCClientError"] });
  test("shows an error and its title, and the ad's title after a retry", async ({ page }) => {
    await page.goto("/search");
    await untilHydrated(page);
    let failing = true;
    await page.route("**/trpc/ads.page*", (route) =>
      failing ? route.fulfill({ status: 500, body: "" }) : route.continue(),
    );
    const card = permanentListings(page).first();
    const name = await card.getByRole("heading").innerText();
    await card.getByRole("link", { name: /View Details/ }).click();
    const retry = page.getByRole("button", { name: "Try Again" });
    await expect(retry).toBeVisible();
    await expect(page).toHaveTitle("This page could not be loaded · Studbook");
    failing = false;
    await retry.click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${name}, `));
  });
});

test.describe("a missing page", () => {
  test.use({ expectedStatuses: [404] });
  test("shows that an ad does not exist, with a link to the search", async ({ page }) => {
    const response = await page.goto("/ad/00000000-0000-4000-8000-000000000000");
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Ad Not Found" })).toBeVisible();
    await page.getByRole("link", { name: "Back to Search" }).click();
    await expect(page.getByRole("heading", { name: "Search Stud Services" })).toBeVisible();
  });

  test("shows the 404 page for an unknown address", async ({ page }) => {
    const response = await page.goto("/no/such/page");
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  });
});
