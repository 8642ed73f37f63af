import { addPhotos, fillInListing, photoFiles, photoTiles } from "../../listing-form.ts";
import { becomeMember, signInAs } from "../../member.ts";
import { expect, openPage, test } from "../../page.ts";
import { makePhotos } from "../../photos/make-photos.ts";
import { shownToast } from "../../toasts.ts";

test("a Basic member with one listing is offered Premium", async ({ page }) => {
  await becomeMember(page, "basic");
  await openPage(page, "/create-ad");
  await addPhotos(page, "green");
  await fillInListing(page, "Otis");
  await page.getByRole("button", { name: "Create Listing" }).click();
  await expect(page.getByText("1 / 1 ads")).toBeVisible();
  await expect(page.getByText("You've reached your ad limit")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Ad Limit Reached" })).toBeVisible();
  await openPage(page, "/create-ad");
  const upgrade = page.getByRole("link", { name: "Upgrade to Premium - $59/year" });
  await expect(upgrade).toHaveAttribute("href", "/signup");
});

test("an expired member is asked to renew and sees no limit", async ({ page }) => {
  await signInAs(page, "expired");
  await page.goto("/my-ads");
  await expect(page.getByText(/^Expired \w{3} \d/)).toBeVisible();
  await expect(page.getByRole("link", { name: /^Renew/ })).toBeVisible();
  await expect(page.getByText("Ad Limit Reached")).toHaveCount(0);
  await page.getByRole("main").getByRole("heading", { level: 2 }).getByRole("link").first().click();
  await expect(page.getByText(/^Hidden since \w{3} \d/)).toBeVisible();
  await expect(page.getByRole("link", { name: /^Renew/ })).toBeVisible();
  await openPage(page, "/create-ad");
  await expect(page.getByRole("link", { name: /^Renew/ })).toBeVisible();
});

test("choosing too many photos or other files shows messages", async ({ page }) => {
  await becomeMember(page, "premium");
  await openPage(page, "/create-ad");
  const text = { name: "notes.jpg", mimeType: "image/jpeg", buffer: Buffer.from("notes") };
  await photoFiles(page).setInputFiles([text]);
  await expect(shownToast(page, "notes.jpg was not added: it is not a JPG or PNG.")).toBeVisible();
  await photoFiles(page).setInputFiles(await makePhotos(["red", "green", "blue", "white"]));
  await expect(photoTiles(page)).toHaveCount(3);
  await expect(shownToast(page, "You can only upload up to 3 images")).toBeVisible();
  await expect(shownToast(page, "Maximum images reached")).toBeVisible();
  await expect(shownToast(page, "3 images uploaded successfully")).toBeVisible();
});

test.describe("another member's listing", () => {
  test.use({ expectedStatuses: [404] });

  test("is not found on the edit page", async ({ page }) => {
    await becomeMember(page, "premium");
    const [other] = await (await page.request.get("/api/ads?limit=1")).json();
    await page.goto(`/edit-ad/${other.id}`);
    await expect(page.getByRole("heading", { name: "Ad Not Found" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Back to My Ads" })).toBeVisible();
  });
});

test.describe("a listing that cannot be saved", () => {
  test.use({ expectedStatuses: [400], expectedFailures: ["net::ERR_INTERNET_DISCONNECTED"] });

  test("keeps its input after a refusal or a dropped connection", async ({ page, context }) => {
    await becomeMember(page, "premium");
    await openPage(page, "/create-ad");
    await addPhotos(page, "red");
    await fillInListing(page, "Kept");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Create Listing" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "You are offline" })).toBeVisible();
    await expect(page.getByLabel("Dog name")).toHaveValue("Kept");
    await context.setOffline(false);
    await page.route("**/trpc/ads.create*", async (route) => {
      const json = JSON.stringify({ ...route.request().postDataJSON(), breed: "Cat" });
      await route.continue({ postData: json });
    });
    await page.getByRole("button", { name: "Create Listing" }).click();
    await expect(page.getByLabel("Breed", { exact: true })).toHaveAccessibleDescription(
      "Breed must be one of the listed breeds",
    );
    await page.unroute("**/trpc/ads.create*");
    await page.getByRole("button", { name: "Create Listing" }).click();
    await expect(page.getByText("1 / ∞ ads")).toBeVisible();
  });
});
