import { SAMPLE_AD_IDS } from "@studbook/domain/samples";
import { expect, listings, openPage, test } from "../../page.ts";

const RANGER = `/ad/${SAMPLE_AD_IDS[0]}`;

test("a breeder finds registration, tests, pedigree and terms by their names", async ({ page }) => {
  await openPage(page, RANGER);
  await expect(page.getByText("Stated by the owner.")).toHaveCount(1);
  for (const [label, fact] of [
    ["Location", "Bozeman, Montana"],
    ["Registration", "AKC SR81234503"],
    ["Weight", "70 lb"],
    ["Height", "23½ in"],
    ["CHIC number", "not stated"],
    ["Inbreeding (COI)", "6.2%, by pedigree over 10 generations"],
    ["A litter means", "2 live puppies"],
  ] as const) {
    const row = page.getByRole("main").locator("dl > div", {
      has: page.getByRole("term").getByText(label, { exact: true }),
    });
    await expect(row.getByRole("definition").first()).toHaveText(fact);
  }
  const hips = page.getByRole("row", { name: /^Hips Good OFA Jul 9, 2024 GR-128404G26M-PI/ });
  await expect(hips).toBeVisible();
  await expect(
    page.getByText("As encoded: Good, at 26 months, male, permanently identified"),
  ).toBeVisible();
  await expect(page.getByText("Tests the parent club lists for Golden Retrievers")).toBeVisible();
  const sire = page
    .getByRole("listitem")
    .filter({ hasText: "CH Elk Creek's Timberline Scout MH" })
    .first();
  await expect(sire.getByText("Sire's dam's sire")).toBeVisible();
  await expect(sire.getByText("Elk Creek's Stillwater MH")).toBeVisible();
});

test("links that the owner states lead outside without a referrer or credit", async ({ page }) => {
  await openPage(page, RANGER);
  const link = page.getByRole("link", { name: "k9data.example" });
  await expect(link).toHaveAttribute("rel", "nofollow ugc noopener noreferrer");
});

test("the record also shows after a navigation in the browser", async ({ page }) => {
  await openPage(page, "/search?breed=Golden+Retriever&state=MT");
  await page.getByRole("link", { name: "View Details of Ranger of Elk Creek" }).click();
  await expect(page.getByRole("heading", { name: "Pedigree" })).toBeVisible();
  await expect(page.getByRole("row", { name: /^Hips/ })).toBeVisible();
});

test("the bar with the fee leads to the contact and hides there", async ({ page }) => {
  await openPage(page, RANGER);
  const bar = page.locator(".contact-bar");
  await expect(bar.getByText("$1,200")).toBeVisible();
  await bar.getByRole("link", { name: "Contact the owner" }).tap();
  await expect(page.getByRole("heading", { name: "Contact the owner" })).toBeInViewport();
  await expect(bar).toBeHidden();
});

test("similar studs load when the visitor comes near them", async ({ page }) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("ads.related")) calls.push(request.url());
  });
  await openPage(page, RANGER);
  expect(calls).toEqual([]);
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect(page.getByRole("heading", { name: "Similar studs" })).toBeVisible();
  expect(calls).toHaveLength(1);
});

test("the owner's page lists the owner's studs, and the contact leads there", async ({ page }) => {
  await openPage(page, RANGER);
  await page.getByRole("link", { name: "Dale Hutchins" }).tap();
  await expect(page).toHaveURL(/\/owners\//);
  await expect(
    listings(page).getByRole("heading", { name: "CH Ranger of Elk Creek JH CGC" }),
  ).toBeVisible();
});

test.describe("an owner without listings", () => {
  test.use({ expectedStatuses: [404] });

  test("is not found", async ({ page }) => {
    const response = await page.goto("/owners/00000000-0000-4000-8000-000000000404");
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Owner Not Found" })).toBeVisible();
  });
});
