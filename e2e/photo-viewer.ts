import { expect, type Locator, type Page } from "@playwright/test";
import { SAMPLE_AD_IDS } from "@studbook/domain/samples";
import { untilAnimationsEnd } from "./checks/motion.ts";
import { untilHydrated } from "./page.ts";
import { makeWebp } from "./photos/make-photos.ts";
import { getAd } from "./states/state.ts";

/** The full screen with the photos of an ad. */
export function viewer(page: Page): Locator {
  return page.getByRole("dialog", { name: /^Photos of / });
}

/** Says which photo is shown. */
export function counter(page: Page): Locator {
  return viewer(page).getByRole("status");
}

/** What is shown between the bars. Its neighbors are inert. */
export function stage(page: Page): Locator {
  return viewer(page).locator("[role=group]:not([inert])");
}

export function shownPhoto(page: Page): Locator {
  return stage(page).getByRole("img");
}

export function openButton(page: Page): Locator {
  return page.getByRole("button", { name: "View full photos" });
}

/** Opens the photos of the newest ad with so many, or of a sample ad. */
export async function openPhotos(page: Page, count: number | "sample" = 3): Promise<void> {
  const id =
    count === "sample"
      ? SAMPLE_AD_IDS[0]
      : (await getAd(page, ({ images }) => images.length === count)).id;
  await page.goto(`/ad/${id}`);
  await untilHydrated(page);
  await openButton(page).click();
  await viewer(page).waitFor();
}

/** Replaces all photos by one of this size in pixels. */
export async function replacePhotos(page: Page, width: number, height: number): Promise<void> {
  const body = await makeWebp(width, height);
  await page.route("**/photos/**", (route) => route.fulfill({ contentType: "image/webp", body }));
}

/** Waits until the shown photo has loaded and stopped moving. Returns its place in the window in pixels. */
export async function settledBox(page: Page) {
  await expect(shownPhoto(page)).toHaveJSProperty("complete", true);
  // Two checks can fall into the same frame of an animation.
  await untilAnimationsEnd(page);
  let before = "";
  const isStill = async () => {
    const last = before;
    before = JSON.stringify(await photoBox(page));
    return before === last;
  };
  await expect.poll(isStill).toBe(true);
  return photoBox(page);
}

/** Returns the place of the shown photo in the window in pixels. */
export async function photoBox(page: Page) {
  const box = await shownPhoto(page).boundingBox();
  if (!box) throw new Error("No photo is shown");
  return box;
}
