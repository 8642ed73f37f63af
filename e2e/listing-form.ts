import { expect, type Locator, type Page } from "@playwright/test";
import { makePhotos } from "./photos/make-photos.ts";

/** Returns the hidden file input of the listing form. */
export function photoFiles(page: Page): Locator {
  return page.getByLabel("Photo files");
}

/** Returns the Remove buttons of the photos in the listing form, one for each photo. */
export function photoTiles(page: Page): Locator {
  return page.getByRole("button", { name: /^Remove photo/ });
}

/** Fills in every required field of the listing form except the photos. */
export async function fillInListing(page: Page, dogName: string): Promise<void> {
  await page.getByLabel("Dog name").fill(dogName);
  await page.getByLabel("Breed", { exact: true }).selectOption("Vizsla");
  await page.getByLabel("State", { exact: true }).selectOption("MT");
  await page.getByLabel("Birthdate").fill("2022-05-14");
  await page.getByLabel("Stud fee").fill("1,200");
  await page.getByLabel("Description").fill("A steady dog who sleeps by the stove.");
  await page.getByLabel("Owner name").fill("Dale");
  await page.getByLabel("Owner email").fill("dale@example.com");
}

/** Adds one photo of each color and waits until all are uploaded. */
export async function addPhotos(page: Page, ...colors: string[]): Promise<void> {
  const count = await photoTiles(page).count();
  await photoFiles(page).setInputFiles(await makePhotos(colors));
  await expect(photoTiles(page)).toHaveCount(count + colors.length);
  await expect(page.getByText(/^Uploading/)).toHaveCount(0);
}
