import type { Page } from "@playwright/test";
import { expectFocusVisible } from "../checks/focus.ts";
import { expect, STYLES, test } from "../page.ts";

test.use(STYLES);

const TOAST_MS = 5000;
const SWIPE_PX = 50;

// packages/ui/src/components.browser.test.ts tests what does not need the store of toasts or the style sheet.
test.describe("a toast", () => {
  const success = (page: Page) => region(page).getByText("Ad created successfully");
  const failure = (page: Page) => region(page).getByText("Invalid Coupon");
  /** The first region is an example that is part of the page's layout. */
  const region = (page: Page) => page.getByRole("region", { name: /^Notifications/ }).nth(1);

  test.beforeEach(async ({ page }) => {
    await page.clock.install();
    await page.goto("/styles?section=toasts");
    const show = page.getByRole("button", { name: "Show a success" });
    await show.waitFor();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await show.click();
    await expect(success(page)).toBeVisible();
  });

  test("is replaced by the next one, which is shown for 5 seconds", { tag: "@deep" }, async ({
    page,
  }) => {
    await page.clock.runFor(TOAST_MS / 2);
    await page.getByRole("button", { name: "Show a failure" }).click();
    await expect(success(page)).toHaveCount(0);
    await expect(failure(page)).toBeVisible();
    await page.clock.runFor(TOAST_MS - 100);
    await expect(failure(page)).toBeVisible();
    await page.clock.runFor(200);
    await expect(failure(page)).toHaveCount(0);
  });

  test("shows its focus and disappears on Escape", async ({ page }) => {
    await page.keyboard.press("F8");
    await page.keyboard.press("Tab");
    await expect(region(page).getByRole("listitem")).toBeFocused();
    await expectFocusVisible(page);
    await page.keyboard.press("Escape");
    await expect(success(page)).toHaveCount(0);
  });

  test("stays under the pointer, and disappears when swiped 50 pixels to the right", {
    tag: "@deep",
  }, async ({ page }) => {
    await success(page).hover();
    await page.clock.runFor(2 * TOAST_MS);
    await expect(success(page)).toBeVisible();
    await swipe(page, SWIPE_PX - 5);
    await page.clock.runFor(100);
    await expect(success(page)).toBeVisible();
    await swipe(page, SWIPE_PX + 5);
    await page.clock.runFor(100);
    await expect(success(page)).toHaveCount(0);
  });

  async function swipe(page: Page, distance: number) {
    const box = await success(page).boundingBox();
    if (!box) throw new Error("The toast has no bounding box");
    const x = box.x + 10;
    const y = box.y + box.height / 2;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + distance / 2, y);
    await page.mouse.move(x + distance, y);
    await page.mouse.up();
  }
});

test("a confirmation is 480 pixels wide or at the bottom of a phone, and keeps the focus visible and inside", async ({
  page,
}) => {
  await page.goto("/styles?section=dialog");
  const dialog = page.getByRole("alertdialog", { name: "Are you absolutely sure?" });
  const no = page.getByRole("button", { name: "No", exact: true });
  const yes = page.getByRole("button", { name: "Yes, Close My Account" });
  await expect(no).toBeFocused();
  await expectFocusVisible(page);
  for (const [key, focused] of [
    ["Tab", yes],
    ["Tab", no],
    ["Shift+Tab", yes],
  ] as const) {
    await page.keyboard.press(key);
    await expect(focused).toBeFocused();
    await expectFocusVisible(page);
  }
  expect((await dialog.boundingBox())?.width).toBe(480);
  await page.setViewportSize({ width: 390, height: 844 });
  const box = await dialog.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(844, 0);
});
