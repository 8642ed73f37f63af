import { expect, listings, permanentListings, test, untilHydrated } from "../../page.ts";

// React logs errors that an error boundary catches.
test.use({ expectedFailures: ["net::ERR_INTERNET_DISCONNECTED", "ChunkLoadError"] });

test.beforeEach(async ({ page }) => {
  await page.goto("/search");
  await untilHydrated(page);
  // Requests for pictures that are still in progress would fail.
  await page.waitForLoadState("networkidle");
});

test("a search shows that it is offline and continues by itself once online", async ({
  page,
  context,
}) => {
  await context.setOffline(true);
  await page.getByLabel("Breed").selectOption("Boxer");
  await expect(page.getByRole("alert")).toContainText("You are offline");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("alert")).toContainText("You are offline");
  await context.setOffline(false);
  await expect(listings(page).first()).toContainText("Boxer");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("an ad shows that it is offline and loads by itself once online", async ({
  page,
  context,
}) => {
  const card = permanentListings(page).nth(4);
  const name = await card.getByRole("heading").innerText();
  await context.setOffline(true);
  await card.getByRole("link", { name: /View Details/ }).click();
  await expect(page.getByRole("alert")).toContainText("You are offline");
  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("more listings load by themselves once online", async ({ page, context }) => {
  await page.getByRole("link", { name: "Load more" }).click();
  await expect(listings(page)).toHaveCount(48);
  await context.setOffline(true);
  await page.getByRole("link", { name: "Load more" }).click();
  await expect(page.getByRole("alert")).toContainText("You are offline");
  await expect(listings(page)).toHaveCount(48);
  await context.setOffline(false);
  await expect(listings(page)).toHaveCount(72);
  await expect(page.getByRole("alert")).toHaveCount(0);
});
