import type { Page } from "@playwright/test";
import { createListing } from "../../create-listing.ts";
import { addPhotos, fillInListing, photoTiles } from "../../listing-form.ts";
import { becomeMember, signInAs, signInWithForm } from "../../member.ts";
import { expect, openPage, test } from "../../page.ts";
import { newestAd, partOf } from "../../record-journey.ts";
import { shownToast } from "../../toasts.ts";

const savedLine = (page: Page) => page.getByText(/^Draft saved in this browser at /);
const discard = (page: Page) => page.getByRole("button", { name: "Discard the draft" });

test("a draft survives a reload with its photos, until it is discarded", async ({ page }) => {
  await becomeMember(page, "premium");
  await openPage(page, "/create-ad");
  await addPhotos(page, "sienna");
  await page.getByLabel("Dog name").fill("Half done");
  await partOf(page, "Breeding").click();
  await page.getByLabel("Chilled semen").check();
  await expect(savedLine(page)).toBeVisible();
  await page.getByLabel("Stud fee").fill("900");
  await page.reload();
  await expect(savedLine(page)).toBeVisible();
  await expect(page.getByLabel("Dog name")).toHaveValue("Half done");
  await expect(page.getByLabel("Stud fee")).toHaveValue("900");
  await expect(page.getByLabel("Chilled semen")).toBeChecked();
  await expect(photoTiles(page)).toHaveCount(1);

  await discard(page).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard the Draft" }).click();
  await expect(page.getByLabel("Dog name")).toHaveValue("");
  await expect(photoTiles(page)).toHaveCount(0);
  await expect(page.getByText("What you type is kept in this browser")).toBeFocused();
  await page.reload();
  await expect(page.getByText("What you type is kept in this browser")).toBeVisible();
  await expect(page.getByLabel("Dog name")).toHaveValue("");
});

test("a draft is gone after publishing", async ({ page }) => {
  await becomeMember(page, "premium");
  await openPage(page, "/create-ad");
  await addPhotos(page, "sienna");
  await fillInListing(page, "Published");
  await expect(savedLine(page)).toBeVisible();
  await page.getByRole("button", { name: "Create Listing" }).click();
  await expect(shownToast(page, "Ad created successfully")).toBeVisible();
  await openPage(page, "/create-ad");
  await expect(page.getByText("What you type is kept in this browser")).toBeVisible();
  await expect(page.getByLabel("Dog name")).toHaveValue("");
});

test("nobody else sees a draft, and signing out removes it", async ({ page }) => {
  const username = await becomeMember(page, "premium");
  await openPage(page, "/create-ad");
  await page.getByLabel("Dog name").fill("Private");
  await expect(savedLine(page)).toBeVisible();
  // Another user signs in without a sign-out of the first.
  await page.context().clearCookies();
  await signInAs(page, "premium");
  await openPage(page, "/create-ad");
  await expect(page.getByLabel("Dog name")).toHaveValue("");
  await page.context().clearCookies();
  await page.goto("/login");
  await signInWithForm(page, username);
  await page.waitForURL("/account");
  await openPage(page, "/create-ad");
  await expect(page.getByLabel("Dog name")).toHaveValue("Private");

  await page.getByRole("button", { name: "Sign Out" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await expect(dialog).toContainText("A draft of them stays in this browser until you sign out.");
  await dialog.getByRole("button", { name: "Leave Without Saving" }).click();
  await expect(page.getByRole("banner").getByText("Sign In")).toHaveCount(1);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test("a draft of an ad that was changed elsewhere is offered, not applied", async ({ page }) => {
  await becomeMember(page, "premium");
  const id = await createListing(page, "Original");
  await openPage(page, `/edit-ad/${id}`);
  await page.getByLabel("Dog name").fill("From the draft");
  await expect(savedLine(page)).toBeVisible();
  await page.request.patch(`/api/ads/${id}`, { data: { dogName: "From elsewhere" } });
  await page.reload();
  await expect(page.getByText("The listing was changed after it.")).toBeVisible();
  await expect(page.getByLabel("Dog name")).toHaveValue("From elsewhere");
  await page.getByRole("button", { name: "Use the draft" }).click();
  await expect(page.getByLabel("Dog name")).toHaveValue("From the draft");
  await expect(page.getByText("1 change not saved: dog name.")).toBeVisible();
  await page.getByRole("button", { name: "Update Listing" }).click();
  await expect(shownToast(page, "Ad updated successfully")).toBeVisible();
  expect((await newestAd(page)).dogName).toBe("From the draft");
});

test.describe("a draft whose photos are no longer stored", () => {
  test.use({ expectedStatuses: [404] });

  test("is restored without them", { tag: "@deep" }, async ({ page }) => {
    await becomeMember(page, "premium");
    await openPage(page, "/create-ad");
    await addPhotos(page, "sienna", "olive");
    await page.getByLabel("Dog name").fill("No photos");
    await expect(savedLine(page)).toBeVisible();
    const [first] = await page
      .getByAltText("Photo 1")
      .evaluateAll((images) => images.map((image) => image.getAttribute("src") ?? ""));
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) {
        const text = localStorage.getItem(key) ?? "";
        const unknown = "/photos/00000000-0000-4000-8000-000000000000/1600.webp";
        localStorage.setItem(key, text.replace(/\/photos\/[^"]+/, unknown));
      }
    });
    // Otherwise the form would save its draft again.
    await page.evaluate(() =>
      addEventListener("pagehide", (event) => event.stopImmediatePropagation(), true),
    );
    await page.reload();
    expect(first).toBeDefined();
    await expect(page.getByText("it is no longer stored, because that lasts a day")).toBeVisible();
    await expect(photoTiles(page)).toHaveCount(1);
    await expect(page.getByLabel("Dog name")).toHaveValue("No photos");
  });
});

test("without storage the form works, and asks before the changes are lost", {
  tag: "@deep",
}, async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("Full", "QuotaExceededError");
    };
  });
  await becomeMember(page, "premium");
  await openPage(page, "/create-ad");
  await page.getByLabel("Dog name").fill("Not stored");
  await expect(page.getByText("This browser does not store drafts.")).toBeVisible();
  await page.getByRole("link", { name: "Cancel" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await expect(dialog).not.toContainText("A draft");
  await dialog.getByRole("button", { name: "Keep Editing" }).click();
  await expect(page.getByLabel("Dog name")).toHaveValue("Not stored");
});
