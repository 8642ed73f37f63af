import { expect, type Locator, type Page } from "@playwright/test";
import { makePhoto } from "./photos/make-photo.ts";

/** The hidden input behind the picker of the form of a listing. */
export function photoFiles(page: Page): Locator {
  return page.getByLabel("Photo files");
}

/** The photos in the form of a listing, by the button that each has. */
export function photoTiles(page: Page): Locator {
  return page.getByRole("button", { name: /^Remove photo/ });
}

/** Fills every required field of a listing but its photos. */
export async function fillInListing(page: Page, dogName: string): Promise<void> {
  await page.getByLabel("Dog name").fill(dogName);
  await page.getByLabel("Breed").selectOption("Vizsla");
  await page.getByLabel("State").selectOption("MT");
  await page.getByLabel("Birthdate").fill("2022-05-14");
  await page.getByLabel("Stud fee").fill("1,200");
  await page.getByLabel("Description").fill("A steady dog who sleeps by the stove.");
  await page.getByLabel("Owner name").fill("Dale");
  await page.getByLabel("Owner email").fill("dale@example.com");
}

/** Picks one photo of each colour and waits until all are uploaded. */
export async function addPhotos(page: Page, ...colours: string[]): Promise<void> {
  const count = await photoTiles(page).count();
  await photoFiles(page).setInputFiles(await makePhotos(colours));
  await expect(photoTiles(page)).toHaveCount(count + colours.length);
  await expect(page.getByText("Uploading…")).toHaveCount(0);
}

/** A JPEG of each colour, named after it. */
export function makePhotos(colours: readonly string[]) {
  return Promise.all(colours.map((colour) => makePhoto(`${colour}.jpg`, colour)));
}
