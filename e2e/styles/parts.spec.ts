import type { Page } from "@playwright/test";
import { expectFocusSeen } from "../checks/focus.ts";
import { expect, test } from "../page.ts";

const VISIBLE_MS = 5000;
const SWIPE_PX = 50;

test.describe("a toast", () => {
  const success = (page: Page) => corner(page).getByText("Ad created successfully");
  const failure = (page: Page) => corner(page).getByText("Invalid Coupon");
  /** The region that pages show their toasts in, not the one that stands still on this page. */
  const corner = (page: Page) => page.getByRole("region", { name: /^Notifications/ }).nth(1);

  test.beforeEach(async ({ page }) => {
    await page.clock.install();
    await page.goto("/styles?section=toasts");
    const shows = page.getByRole("button", { name: "Show a success" });
    await shows.waitFor();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await shows.click();
    await expect(success(page)).toBeVisible();
  });

  test("leaves by itself after 5000 ms", async ({ page }) => {
    await page.clock.runFor(VISIBLE_MS - 100);
    await expect(success(page)).toBeVisible();
    await page.clock.runFor(200);
    await expect(success(page)).toHaveCount(0);
  });

  test("gives way to a newer one, which has its own 5000 ms, and both are spoken", async ({
    page,
  }) => {
    const spoken = (text: string) => page.getByRole("status").filter({ hasText: text });
    await page.clock.runFor(VISIBLE_MS / 10);
    await expect(spoken("Ad created successfully")).toHaveAttribute("aria-live", "polite");
    await page.getByRole("button", { name: "Show a failure" }).click();
    await expect(success(page)).toHaveCount(0);
    await expect(failure(page)).toBeVisible();
    await page.clock.runFor(VISIBLE_MS / 10);
    await expect(spoken("Invalid Coupon")).toHaveAttribute("aria-live", "assertive");
    await page.clock.runFor(VISIBLE_MS - VISIBLE_MS / 10 - 100);
    await expect(failure(page)).toBeVisible();
    await page.clock.runFor(200);
    await expect(failure(page)).toHaveCount(0);
  });

  test("has its region focused by F8 and leaves by Escape", async ({ page }) => {
    await page.keyboard.press("F8");
    await expect(corner(page).getByRole("list")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(corner(page).getByRole("listitem")).toBeFocused();
    await expectFocusSeen(page);
    await page.keyboard.press("Escape");
    await expect(success(page)).toHaveCount(0);
  });

  test("leaves when it is swiped 50 pixels to the right, and not before", async ({ page }) => {
    await swipe(page, SWIPE_PX - 5);
    await page.clock.runFor(100);
    await expect(success(page)).toBeVisible();
    await swipe(page, SWIPE_PX + 5);
    await page.clock.runFor(100);
    await expect(success(page)).toHaveCount(0);
  });

  test("leaves by its cross, and stays as long as the pointer is on it", async ({ page }) => {
    await success(page).hover();
    await page.clock.runFor(2 * VISIBLE_MS);
    await expect(success(page)).toBeVisible();
    await corner(page).getByRole("button", { name: "Dismiss" }).click();
    await expect(success(page)).toHaveCount(0);
  });

  async function swipe(page: Page, distance: number) {
    const box = await success(page).boundingBox();
    if (!box) throw new Error("The toast has no place");
    const [x, y] = [box.x + 10, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + distance / 2, y);
    await page.mouse.move(x + distance, y);
    await page.mouse.up();
  }
});

test.describe("a dialog that asks", () => {
  const dialog = (page: Page) =>
    page.getByRole("alertdialog", { name: "Are you absolutely sure?" });
  const trigger = (page: Page) => page.getByRole("button", { name: "Close Account" });
  const no = (page: Page) => page.getByRole("button", { name: "No", exact: true });
  const yes = (page: Page) => page.getByRole("button", { name: "Yes, Close My Account" });

  test.beforeEach(async ({ page }) => {
    await page.goto("/styles?section=dialog");
    await expect(dialog(page)).toHaveAccessibleDescription(/will be deactivated/);
  });

  test("has the focus on the safe answer, keeps it inside and closes by Escape", async ({
    page,
  }) => {
    await expect(no(page)).toBeFocused();
    await expectFocusSeen(page);
    await page.keyboard.press("Tab");
    await expect(yes(page)).toBeFocused();
    await expectFocusSeen(page);
    await page.keyboard.press("Tab");
    await expect(no(page)).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await expect(yes(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
    await expect(trigger(page)).toBeFocused();
    await expect(page.getByRole("status")).toBeEmpty();
  });

  test("is not answered by a press beside it, and yes answers once", async ({ page }) => {
    await page.mouse.click(5, 5);
    await expect(dialog(page)).toBeVisible();
    await no(page).click();
    await expect(page.getByRole("status")).toBeEmpty();
    await trigger(page).click();
    await yes(page).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole("status")).toHaveText("Answered yes: 1");
  });

  test("is a sheet at the bottom of a phone and a centred box of 480 pixels above", async ({
    page,
  }) => {
    const wide = await dialog(page).boundingBox();
    expect(wide?.width).toBe(480);
    await page.setViewportSize({ width: 390, height: 844 });
    const narrow = await dialog(page).boundingBox();
    expect((narrow?.y ?? 0) + (narrow?.height ?? 0)).toBeCloseTo(844, 0);
  });
});
