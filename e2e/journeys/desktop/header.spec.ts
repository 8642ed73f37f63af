import type { Page } from "@playwright/test";
import { signInAs } from "../../member.ts";
import { expect, test, untilHydrated } from "../../page.ts";

/** Returns a function that counts the documents requested since this call. */
function countDocuments(page: Page): () => number {
  let documents = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  return () => documents;
}

test("a guest reaches /login and /signup without loading a document", async ({ page }) => {
  await page.goto("/");
  await untilHydrated(page);
  const documents = countDocuments(page);
  // Only in the menu.
  const inHeader = page.getByRole("banner").getByRole("link", { name: "Create Account" });
  await expect(inHeader).toHaveCount(0);
  await page.getByRole("link", { name: "Create Account" }).click();
  await expect(page).toHaveURL(/\/signup$/);
  await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  expect(documents()).toBe(0);
});

test("a member reaches the listings and the account without loading a document", async ({
  page,
}) => {
  await signInAs(page, "premium");
  await page.goto("/");
  await untilHydrated(page);
  const documents = countDocuments(page);
  const myAds = page.getByRole("banner").getByRole("link", { name: "My Ads" });
  await myAds.click();
  await expect(page.getByRole("heading", { level: 1, name: "My Stud Listings" })).toBeFocused();
  await expect(myAds).toHaveAttribute("aria-current", "page");
  await page.getByRole("banner").getByRole("link", { name: "premium" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "My Account" })).toBeFocused();
  expect(documents()).toBe(0);
});
