import { expectFocusVisible, tabTo } from "../../checks/focus.ts";
import { expect, listings, test, untilHydrated } from "../../page.ts";

test("a visitor searches, opens an ad, views its photos and returns by keyboard only", async ({
  page,
}) => {
  const heading = page.getByRole("heading", { level: 1 });
  await page.goto("/");
  await untilHydrated(page);
  await tabTo(page, page.getByRole("main").getByRole("link", { name: "Search Studs" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/search$/);
  await expect(heading).toBeFocused();

  await tabTo(page, page.getByLabel("Breed"));
  await page.keyboard.type("Golden Ret");
  await expect(page).toHaveURL(/breed=Golden\+Retriever/);
  await tabTo(page, page.getByLabel("State"));
  await page.keyboard.type("Monta");
  await expect(page).toHaveURL(/state=MT/);
  await expect(listings(page)).toHaveCount(1);

  const card = listings(page).getByRole("link", { name: /View Details/ });
  await tabTo(page, card);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/ad\//);
  await expect(heading).toBeFocused();

  await tabTo(page, page.getByRole("link", { name: /Photo 2 of 3/ }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("img", { name: /photo 2 of 3/ })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("link", { name: /Photo 3 of 3/ })).toBeFocused();
  await expectFocusVisible(page);
  await expect(page.getByRole("img", { name: /photo 3 of 3/ })).toBeVisible();

  await tabTo(page, page.getByRole("link", { name: "Back to Search" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/breed=Golden\+Retriever&state=MT/);
  await expect(card).toBeFocused();
  await expect(page.getByLabel("Breed")).toHaveValue("Golden Retriever");
});

test("the first Tab stop skips the header", async ({ page }) => {
  await page.goto("/search");
  await untilHydrated(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await expectFocusVisible(page);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Breed")).toBeFocused();
});
