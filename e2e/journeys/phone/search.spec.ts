import { expect, listings, test, untilHydrated } from "../../page.ts";

test("filters listings by breed and state, and resets the filters", async ({ page }) => {
  await page.goto("/search");
  await expect(page.getByRole("heading", { level: 1, name: "Search Stud Services" })).toBeVisible();
  const count = page.getByRole("status").filter({ hasText: /results? found$/ });
  const all = Number.parseInt(await count.innerText(), 10);
  expect(all).toBeGreaterThan(300);
  await expect(listings(page)).toHaveCount(24);

  await page.getByLabel("Breed").selectOption("Labrador Retriever");
  await expect(page).toHaveURL(/breed=Labrador/);
  await expect.poll(async () => Number.parseInt(await count.innerText(), 10)).toBeLessThan(all);
  for (const card of await listings(page).all()) {
    await expect(card).toContainText("Labrador Retriever");
  }

  const state = page.getByLabel("State");
  const first = await listings(page).first().innerText();
  const label = (await state.locator("option").allInnerTexts()).find((text) =>
    first.includes(text.replace(/ \(..\)$/, "")),
  );
  await state.selectOption({ label: label ?? "" });
  await expect(page).toHaveURL(/state=[A-Z]{2}/);
  await expect(listings(page).first()).toContainText(label?.replace(/ \(..\)$/, "") ?? "?");

  await page
    .getByRole("button", { name: /Reset Filters/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/search$/);
  await expect(count).toHaveText(`${all} results found`);
  await expect(page.getByLabel("Breed")).toHaveValue("");
});

test("a search without matches shows a message", async ({ page }) => {
  await page.goto("/search?breed=Other&state=WY");
  await expect(
    page.getByText("No studs found matching your criteria. Try adjusting your filters."),
  ).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "0 results found" })).toBeVisible();
});

test("Load more shows every listing of a search once", async ({ page }) => {
  await page.goto("/search?breed=Labrador+Retriever");
  await untilHydrated(page);
  const count = page.getByRole("status").filter({ hasText: /results? found$/ });
  const total = Number.parseInt(await count.innerText(), 10);
  const cards = listings(page);
  const more = page.getByRole("link", { name: "Load more" });
  while (await more.isVisible()) {
    const shown = await cards.count();
    await more.click();
    await expect.poll(() => cards.count()).toBeGreaterThan(shown);
  }
  const hrefs = await page
    .getByRole("link", { name: /View Details/ })
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(new Set(hrefs).size).toBe(total);
  expect(hrefs).toHaveLength(total);
});

test("Back from an ad keeps the filters", async ({ page }) => {
  await page.goto("/search?breed=Beagle");
  await page
    .getByRole("link", { name: /View Details/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/ad\//);
  await page.goBack();
  await expect(page).toHaveURL(/breed=Beagle/);
  await expect(page.getByLabel("Breed")).toHaveValue("Beagle");
});

test("a slow search shows six skeleton cards and usable filters", async ({ page }) => {
  await page.goto("/search");
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/trpc/ads.search*", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByLabel("Breed").selectOption("Boxer");
  const skeletons = page.getByRole("list", { name: "Loading listings" }).getByRole("listitem");
  await expect(skeletons).toHaveCount(6);
  await expect(page.getByLabel("State")).toBeEnabled();
  release();
  await expect(skeletons).toHaveCount(0);
  await expect(listings(page).first()).toContainText("Boxer");
});

test.describe("a failed search", () => {
  test.use({ expectedStatuses: [500] });
  test("shows an error and can be retried", async ({ page }) => {
    await page.goto("/search");
    let failing = true;
    await page.route("**/trpc/ads.search*", (route) =>
      failing ? route.fulfill({ status: 500, body: "" }) : route.continue(),
    );
    await page.getByLabel("Breed").selectOption("Boxer");
    const retry = page.getByRole("button", { name: "Try Again" });
    await expect(retry).toBeVisible();
    failing = false;
    await retry.click();
    await expect(listings(page).first()).toContainText("Boxer");
  });

  test("keeps its results if more cannot be loaded, and can be retried", async ({ page }) => {
    await page.goto("/search");
    await untilHydrated(page);
    let failing = true;
    await page.route("**/trpc/ads.search*", (route) =>
      failing ? route.fulfill({ status: 500, body: "" }) : route.continue(),
    );
    const more = page.getByRole("link", { name: "Load more" });
    await more.click();
    await expect(page.getByRole("alert")).toContainText("Could not load more listings");
    await expect(listings(page)).toHaveCount(24);
    failing = false;
    await more.click();
    await expect(listings(page)).toHaveCount(48);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
});
