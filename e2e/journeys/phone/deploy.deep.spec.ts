import { expect, permanentListings, test, untilHydrated } from "../../page.ts";

test.describe("a script that a deployment has replaced", () => {
  test.use({ expectedStatuses: [404], expectedFailures: ["ChunkLoadError"] });

  test("makes the page reload once", async ({ page }) => {
    await page.goto("/search");
    await untilHydrated(page);
    let refused = 0;
    await page.route("**/assets/ad*.js", (route) => {
      if (refused > 0) return route.continue();
      refused += 1;
      return route.fulfill({ status: 404, body: "" });
    });
    const card = permanentListings(page).first();
    const name = await card.getByRole("heading").innerText();
    await card.getByRole("link", { name: /View Details/ }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    expect(refused).toBe(1);
  });

  test("shows an error if reloading does not help", async ({ page }) => {
    await page.goto("/search");
    await untilHydrated(page);
    let documents = 0;
    page.on("request", (request) => {
      if (request.isNavigationRequest()) documents += 1;
    });
    await page.route("**/assets/contact*.js", (route) => route.fulfill({ status: 404, body: "" }));
    await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
    await expect(page.getByRole("button", { name: "Try Again" })).toBeVisible();
    expect(documents).toBeLessThanOrEqual(1);
  });
});
