import type { Page } from "@playwright/test";
import sharp from "sharp";
import { photoFiles, photoTiles } from "../../listing-form.ts";
import { becomeMember } from "../../member.ts";
import { expect, openPage, test } from "../../page.ts";
import { makePhotos } from "../../photos/make-photos.ts";
import { shownToast } from "../../toasts.ts";

const UPLOAD_CALL = "**/api/upload-images";

test.use({ expectedFailures: ["net::ERR_FAILED", "net::ERR_INTERNET_DISCONNECTED"] });

test.beforeEach(async ({ page }) => {
  await becomeMember(page, "premium");
  await openPage(page, "/create-ad");
});

/** Returns the image addresses of the tiles in their order. */
const pictures = (page: Page) =>
  page
    .getByAltText(/photo \d$/)
    .evaluateAll((images) =>
      images.map((image) => (image instanceof HTMLImageElement ? image.src : "")),
    );

test("photos are dropped, show their progress, and can be reordered and removed", async ({
  page,
}) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(UPLOAD_CALL, async (route) => {
    await held;
    await route.continue();
  });
  const photos = await makePhotos(["red", "green"]);
  const bytes = photos.map(({ name, buffer }) => ({ name, text: buffer.toString("base64") }));
  const dropped = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const { name, text } of files) {
      const content = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
      transfer.items.add(new File([content], name, { type: "image/jpeg" }));
    }
    return transfer;
  }, bytes);
  await page
    .getByRole("button", { name: "Add photo" })
    .dispatchEvent("drop", { dataTransfer: dropped });
  await expect(page.getByRole("progressbar", { name: "Photo 1" })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Photo 2" })).toBeVisible();
  release();
  await expect(shownToast(page, "2 images uploaded successfully")).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);

  await expect(page.getByAltText("Photo 2")).toBeVisible();
  const [first, second] = await pictures(page);
  await page.getByRole("button", { name: "Move photo 2 up" }).click();
  expect(await pictures(page)).toEqual([second, first]);
  await expect(page.getByText("This is now the first photo.")).toBeAttached();
  await page.getByRole("button", { name: "Remove photo 1" }).click();
  await expect(photoTiles(page)).toHaveCount(1);
  expect(await pictures(page)).toEqual([first]);
  await expect(page.getByRole("button", { name: "Add photo" })).toBeFocused();
});

test("a failed upload can be retried", async ({ page }) => {
  await page.route(UPLOAD_CALL, (route) => route.abort());
  await photoFiles(page).setInputFiles(await makePhotos(["red"]));
  await expect(shownToast(page, "Failed to upload images")).toBeVisible();
  await expect(page.getByText("Not uploaded")).toBeVisible();
  await page.unroute(UPLOAD_CALL);
  await page.getByRole("button", { name: "Try Again with photo 1" }).click();
  await expect(page.getByText("Not uploaded")).toHaveCount(0);
  await expect(page.getByText("First photo", { exact: true })).toBeVisible();
  await expect(shownToast(page, "1 image uploaded successfully")).toBeVisible();
});

test("large photos and WebP are made into smaller JPGs, and what is not a photo is explained", async ({
  page,
}) => {
  const picture = sharp({
    create: {
      width: 1400,
      height: 1300,
      channels: 3,
      background: "white",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  });
  const large = await picture.clone().png({ compressionLevel: 0 }).toBuffer();
  expect(large.length).toBeGreaterThan(5 * 1024 * 1024);
  await photoFiles(page).setInputFiles([
    { name: "large.png", mimeType: "image/png", buffer: large },
    {
      name: "dog.webp",
      mimeType: "image/webp",
      buffer: await picture.resize(600).webp().toBuffer(),
    },
    {
      name: "IMG_1.HEIC",
      mimeType: "image/heic",
      buffer: Buffer.from("\0\0\0\x18ftypheic\0\0"),
    },
  ]);
  await expect(shownToast(page, "2 images uploaded successfully")).toBeVisible();
  await expect(photoTiles(page)).toHaveCount(2);
  const rows = page.getByRole("list", { name: "Photos" }).getByRole("listitem");
  await expect(rows.filter({ hasText: "large.png" })).toContainText(
    /It was \d+\.\dMB\. We made it smaller: \d\.\dMB, nothing cut off\./,
  );
  await expect(rows.filter({ hasText: "dog.webp" })).toContainText(
    "It was a WebP photo. We made it a JPG, nothing cut off.",
  );
  const refusal = "IMG_1.HEIC was not added: it is not a JPG or PNG.";
  const problem = page.getByRole("alert").filter({ hasText: refusal });
  await expect(problem).toBeFocused();
  await expect(shownToast(page, refusal)).toBeVisible();
  await page.getByRole("button", { name: "Dismiss this note" }).click();
  await expect(problem).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add photo (1 more fits)" })).toBeFocused();
});

test.describe("a damaged photo", () => {
  test.use({ expectedStatuses: [415] });

  test("is refused by the server without affecting the other photos", async ({ page }) => {
    const [good] = await makePhotos(["red"]);
    const damaged = {
      name: "damaged.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.from([255, 216, 255, 0]),
    };
    await photoFiles(page).setInputFiles(good ? [good, damaged] : []);
    await expect(photoTiles(page)).toHaveCount(1);
    await expect(shownToast(page, "1 image uploaded successfully")).toBeVisible();
    await expect(shownToast(page, /not a JPG or PNG image/)).toBeVisible();
  });
});
