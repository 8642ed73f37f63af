import { createListing } from "../../create-listing.ts";
import { photoTiles } from "../../listing-form.ts";
import { becomeMember } from "../../member.ts";
import { expect, openPage, test } from "../../page.ts";
import { newestAd, partOf } from "../../record-journey.ts";
import { shownToast } from "../../toasts.ts";

test("a copy of a listing has its photos and what is the same for its kennel, and claims no results", async ({
  page,
}) => {
  await becomeMember(page, "premium");
  const id = await createListing(page, "Original");
  await page.request.patch(`/api/ads/${id}`, {
    data: {
      record: {
        identity: { registeredName: "Original of the Ridge", kennelName: "Ridge" },
        health: { tests: [{ test: "hips", registry: "OFA", result: "Good", number: "VZ-1" }] },
      },
    },
  });
  await openPage(page, `/create-ad?from=${id}`);
  await expect(page.getByText("A copy of Original")).toBeVisible();
  await expect(page.getByLabel("Dog name")).toHaveValue("");
  await expect(page.getByLabel("Stud fee")).toHaveValue("900");
  await expect(photoTiles(page)).toHaveCount(1);
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(partOf(page, "Health tests")).toContainText("Nothing stated");
  await partOf(page, "Health tests").click();
  await expect(page.getByRole("listitem").filter({ hasText: "Hips" })).toBeVisible();
  await page.getByLabel("Dog name").fill("Copy");
  await page.getByLabel("Birthdate").fill("2024-01-01");
  await page.getByRole("button", { name: "Create Listing" }).click();
  await expect(shownToast(page, "Ad created successfully")).toBeVisible();
  const copy = await newestAd(page);
  const original = await (await page.request.get(`/api/ads/${id}`)).json();
  expect(copy).toMatchObject({ dogName: "Copy", description: original.description });
  expect(copy.record).toEqual({ identity: { kennelName: "Ridge" } });
  expect(copy.images).toHaveLength(1);
  expect(copy.images).not.toEqual(original.images);
});

test("edits of different parts of the same ad keep both", async ({ page }) => {
  await becomeMember(page, "premium");
  const id = await createListing(page, "Shared");
  await openPage(page, `/edit-ad/${id}`);
  await expect(page.getByText("No changes yet.")).toBeVisible();
  await page.request.patch(`/api/ads/${id}`, {
    data: { studFee: 1500, record: { terms: { deposit: 200 } } },
  });
  await partOf(page, "Identity").click();
  await page.getByLabel("Color").fill("Rust");
  await expect(page.getByText("1 change not saved: color.")).toBeVisible();
  await page.getByRole("button", { name: "Update Listing" }).click();
  await expect(shownToast(page, "Ad updated successfully")).toBeVisible();
  expect(await newestAd(page)).toMatchObject({
    studFee: 1500,
    record: { identity: { color: "Rust" }, terms: { deposit: 200 } },
  });
});

test("a listing without changes can be saved", { tag: "@deep" }, async ({ page }) => {
  await becomeMember(page, "premium");
  const id = await createListing(page, "Same");
  await openPage(page, `/edit-ad/${id}`);
  await page.getByRole("button", { name: "Update Listing" }).click();
  await expect(shownToast(page, "Ad updated successfully")).toBeVisible();
});
