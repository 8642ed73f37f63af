import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../../checks/accessibility.ts";
import { expectFocusVisible } from "../../checks/focus.ts";
import { expect, openPage, permanentListings, test, untilHydrated } from "../../page.ts";
import {
  counter,
  openButton,
  openPhotos,
  photoBox,
  settledBox,
  shownPhoto,
  viewer,
} from "../../photo-viewer.ts";

const close = (page: Page) => viewer(page).getByRole("button", { name: "Close" });
/** As fast as nobody can, so that the page has not changed in between. */
const clickTwice = (button: Locator) =>
  button.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });
const countEntries = (page: Page) => page.evaluate(() => history.length);

test("keys change, zoom, move and close the photos, and the focus stays inside until then", async ({
  page,
}) => {
  await openPhotos(page);
  await expect(close(page)).toBeFocused();
  await expectAccessible(page, "[role=dialog]");
  for (const [key, shown] of [
    ["ArrowRight", "2 of 3"],
    ["End", "3 of 3"],
    ["ArrowRight", "1 of 3"],
    ["ArrowLeft", "3 of 3"],
    ["Home", "1 of 3"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(counter(page)).toHaveText(shown);
  }
  const { width, x } = await settledBox(page);
  const zoom = async () => (await photoBox(page)).width / width;
  for (const [key, zoomed] of [
    ["+", 2],
    ["+", 4],
    ["+", 4],
    ["-", 2],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(zoom).toBeCloseTo(zoomed, 2);
  }
  const before = await settledBox(page);
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await photoBox(page)).x).toBeLessThan(before.x);
  await expect(counter(page)).toHaveText("1 of 3");
  await page.keyboard.press("-");
  await expect.poll(async () => (await photoBox(page)).x).toBeCloseTo(x, 0);

  await page.keyboard.press("End");
  for (let stop = 0; stop < 10; stop++) {
    await page.keyboard.press("Tab");
    await expect(viewer(page).locator(":focus")).toHaveCount(1);
    await expectFocusVisible(page);
  }
  await page.keyboard.press("Escape");
  await expect(viewer(page)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Photo 3 of 3" })).toBeFocused();
  await expect(page.getByRole("img", { name: /photo 3 of 3/ })).toBeVisible();
});

test("the mouse opens, changes and zooms the photos", async ({ page }) => {
  await openPhotos(page);
  await close(page).click();
  await page.getByRole("link", { name: "Photo 2 of 3" }).click();
  await page.getByRole("img", { name: /photo 2 of 3/ }).click();
  await expect(counter(page)).toHaveText("2 of 3");
  await viewer(page).getByRole("button", { name: "Next photo" }).click();
  await expect(counter(page)).toHaveText("3 of 3");
  await viewer(page).getByRole("button", { name: "Previous photo" }).click();
  await expect(counter(page)).toHaveText("2 of 3");
  const first = viewer(page).getByRole("button", { name: "Photo 1 of 3" });
  await first.click();
  await expect(counter(page)).toHaveText("1 of 3");
  await expect(first).toHaveAttribute("aria-current", "true");

  const { width } = await settledBox(page);
  const zoom = async () => (await photoBox(page)).width / width;
  await viewer(page).getByRole("button", { name: "Zoom in" }).click();
  await expect(viewer(page).getByText("200%")).toBeVisible();
  await expect.poll(zoom).toBeCloseTo(2, 2);
  await viewer(page).getByRole("button", { name: "Zoom out" }).click();
  await expect.poll(zoom).toBeCloseTo(1, 2);
  await page.mouse.move(640, 450);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -100);
  await page.keyboard.up("Control");
  await expect.poll(zoom).toBeCloseTo(2, 2);
  await viewer(page).getByRole("button", { name: "Zoom out" }).click();
  await expect.poll(zoom).toBeCloseTo(1, 2);
  await shownPhoto(page).dblclick();
  await expect.poll(zoom).toBeCloseTo(2, 2);
});

test("Back closes the photos, and closing them otherwise leaves no entry to go back to", async ({
  page,
}) => {
  await openPage(page, "/search");
  const card = permanentListings(page)
    .first()
    .getByRole("link", { name: /View Details/ });
  await card.click();
  await page.getByRole("heading", { name: "Contact the owner" }).waitFor();
  const address = page.url();
  const entries = await countEntries(page);
  await clickTwice(openButton(page));
  await viewer(page).waitFor();
  expect(await countEntries(page)).toBe(entries + 1);
  await page.goBack();
  await expect(viewer(page)).toHaveCount(0);
  await openButton(page).click();
  await clickTwice(close(page));
  await expect(viewer(page)).toHaveCount(0);
  await openButton(page).click();
  await viewer(page).waitFor();
  await page.keyboard.press("Escape");
  await expect(viewer(page)).toHaveCount(0);
  await expect(page).toHaveURL(address);
  expect(await countEntries(page)).toBe(entries + 1);
  await page.getByRole("link", { name: "Back to Search" }).click();
  await expect(card).toBeFocused();
});

test("a reload keeps the photos open, and Back and Forward close and open them", {
  tag: "@deep",
}, async ({ page }) => {
  await openPhotos(page);
  await close(page).click();
  await page.getByRole("link", { name: "Photo 2 of 3" }).click();
  await openButton(page).click();
  await expect(counter(page)).toHaveText("2 of 3");
  await page.reload();
  await untilHydrated(page);
  await expect(counter(page)).toHaveText("2 of 3");
  await page.goBack();
  await expect(viewer(page)).toHaveCount(0);
  await page.goForward();
  await expect(counter(page)).toHaveText("2 of 3");
  await page.keyboard.press("Escape");
  await expect(viewer(page)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Photo 2 of 3" })).toBeFocused();
});

test("the page behind the photos does not scroll, and is where it was after they are closed", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await openPhotos(page);
  const place = await page.evaluate(() => scrollY);
  const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  expect(place).toBeGreaterThan(0);
  expect(place).toBeLessThan(end);
  await page.mouse.move(640, 250);
  await page.mouse.wheel(0, 300);
  await page.keyboard.press("PageDown");
  // Scrolling by wheel and keys starts with one of the next frames.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
  });
  expect(await page.evaluate(() => scrollY)).toBe(place);
  await page.keyboard.press("Escape");
  await expect(viewer(page)).toHaveCount(0);
  expect(await page.evaluate(() => scrollY)).toBe(place);
});

test("the ad is printed without the photos on the full screen and what opens them", async ({
  page,
}) => {
  await openPhotos(page);
  await page.emulateMedia({ media: "print" });
  await expect(viewer(page)).toBeHidden();
  await expect(page.getByText("View full photos")).toBeHidden();
  await expect(page.locator("main img").first()).toBeVisible();
});
