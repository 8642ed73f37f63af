import { mouse } from "../../input-methods.ts";
import { addPhotos, fillInListing } from "../../listing-form.ts";
import { becomeMember } from "../../member.ts";
import { expect, openPage, test } from "../../page.ts";
import { FULL_RECORD, fillInRecord, newestAd, partOf } from "../../record-journey.ts";
import { shownToast } from "../../toasts.ts";

test.beforeEach(async ({ page }) => {
  await becomeMember(page, "premium");
  await openPage(page, "/create-ad");
});

test("an owner states the whole record by mouse, beside the card of the ad", {
  tag: "@deep",
}, async ({ page }) => {
  const card = page.getByRole("complementary", { name: "Preview" });
  await fillInListing(page, "Bell Ringer");
  await addPhotos(page, "sienna");
  await expect(card.getByText("$1,200")).toBeVisible();
  await fillInRecord({ page, input: mouse(page) });
  await expect(page.getByText("Ready to publish.")).toBeVisible();
  await page.getByRole("button", { name: "Create Listing" }).click();
  await expect(shownToast(page, "Ad created successfully")).toBeVisible();
  expect((await newestAd(page)).record).toEqual(FULL_RECORD);
});

test("a listing is published without a record", async ({ page }) => {
  await expect(page.getByText("Add at least one photo, then you can press")).toBeVisible();
  await addPhotos(page, "sienna");
  await expect(page.getByText("Still needed: dog name, breed, state and 5 more.")).toBeVisible();
  await fillInListing(page, "Plain");
  await page.getByRole("button", { name: "Create Listing" }).click();
  await expect(shownToast(page, "Ad created successfully")).toBeVisible();
  expect(await newestAd(page)).not.toHaveProperty("record");
});

test("a breed brings the tests that its club lists, and a number of another breed a note", async ({
  page,
}) => {
  const health = partOf(page, "Health tests");
  await expect(health).toContainText("Choose a breed");
  await page.getByLabel("Breed", { exact: true }).selectOption("Boxer");
  await expect(health).toContainText("0 of 7 the club lists");
  await health.click();
  await expect(
    page.getByText("Tests the American Boxer Club lists for Boxers. Source: americanboxerclub.org"),
  ).toBeVisible();
  await page.getByRole("button", { name: "Add Elbows" }).click();
  await page.keyboard.type("LR-EL500M24-PI");
  await expect(page.getByText("LR stands for Labrador Retriever.")).toBeVisible();
  await page.getByLabel("Result", { exact: true }).fill("Normal, says the vet");
  await page.getByLabel("Certificate number").fill("BX-EL500M24-PI");
  await expect(page.getByText("LR stands for Labrador Retriever.")).toHaveCount(0);
  await expect(page.getByLabel("Result", { exact: true })).toHaveValue("Normal, says the vet");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Edit Elbows" })).toBeFocused();
  await expect(health).toContainText("1 of 7 the club lists");

  await page.getByRole("button", { name: "Add Hips" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: "Add Hips" })).toBeVisible();
  await page.getByRole("button", { name: "Edit Elbows" }).click();
  await page.getByRole("button", { name: "Remove this test" }).click();
  await expect(page.getByRole("button", { name: "Add another test" })).toBeFocused();
  await expect(health).toContainText("0 of 7 the club lists");
});

test.describe("problems in the record", () => {
  test.use({ expectedStatuses: [400] });

  test("open the closed part that they are in, and its closed row", async ({ page }) => {
    await fillInListing(page, "Wrong");
    await addPhotos(page, "sienna");
    await partOf(page, "Health tests").click();
    await page.getByRole("button", { name: "Add a test" }).click();
    await page.getByLabel("Test", { exact: true }).selectOption("dna");
    await page.getByLabel("Registry or laboratory").selectOption("OFA");
    await page.getByLabel("Result", { exact: true }).fill("Clear");
    await page.getByRole("button", { name: "Done" }).click();
    await partOf(page, "Health tests").click();
    await partOf(page, "Identity").click();
    await page.getByLabel("Weight").fill("heavy");
    await partOf(page, "Identity").click();
    await expect(page.getByLabel("Weight")).toBeHidden();
    await page.getByRole("button", { name: "Create Listing" }).click();

    const summary = page.getByRole("alert").filter({ hasText: /^Please correct \d field/ });
    await expect(summary).toBeFocused();
    await expect(summary.getByRole("listitem")).toHaveCount(2);
    await expect(page.getByLabel("Weight")).toBeVisible();
    await expect(partOf(page, "Health tests")).toContainText("1 field to correct");
    await summary.getByRole("link", { name: "Test name is required" }).click();
    await expect(page.getByLabel("Name of the test")).toBeFocused();
    await page.getByLabel("Name of the test").fill("prcd-PRA");
    await expect(summary).toHaveText(/^Please correct 1 field/);
    await expect(page.getByLabel("Name of the test")).toBeVisible();
    await summary.getByRole("link", { name: /^Weight must be/ }).click();
    await expect(page.getByLabel("Weight")).toBeFocused();
    await page.getByLabel("Weight").fill("");
    await expect(summary).toHaveCount(0);
    await page.getByRole("button", { name: "Create Listing" }).click();
    await expect(shownToast(page, "Ad created successfully")).toBeVisible();
    expect((await newestAd(page)).record).toEqual({
      health: { tests: [{ test: "dna", name: "prcd-PRA", registry: "OFA", result: "Clear" }] },
    });
  });

  test("a ZIP code of another state is explained at once, and refused by the server", async ({
    page,
  }) => {
    await addPhotos(page, "sienna");
    await fillInListing(page, "Elsewhere");
    const zip = page.getByLabel("ZIP code");
    await zip.fill("10001");
    const problem = "ZIP code 10001 is in New York, not in Montana";
    await expect(zip).toHaveAccessibleDescription(new RegExp(problem));
    await page.getByRole("button", { name: "Create Listing" }).click();
    const summary = page.getByRole("alert").filter({ hasText: problem });
    await expect(summary).toBeFocused();
    await summary.getByRole("link", { name: problem }).click();
    await expect(zip).toBeFocused();
    await zip.fill("59715");
    await page.getByRole("button", { name: "Create Listing" }).click();
    await expect(shownToast(page, "Ad created successfully")).toBeVisible();
    expect((await newestAd(page)).record).toEqual({ place: { zip: "59715", city: "Bozeman" } });
  });
});
