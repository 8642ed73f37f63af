import { randomUUID } from "node:crypto";
import { expectFocusVisible, tabTo } from "../../checks/focus.ts";
import { keyboard } from "../../input-methods.ts";
import { expect, test } from "../../page.ts";
import { openAsAdmin } from "../../states/admin/open-as-admin.ts";
import { expireToast } from "../../toasts.ts";

// A dialog that is closed during its opening animation covers the page until the animation ends.
test.use({ contextOptions: { reducedMotion: "reduce" } });

test("an admin creates, edits and disables a coupon by keyboard only", async ({ page }) => {
  const code = `K${randomUUID().slice(0, 12)}`;
  const input = keyboard(page);
  await page.clock.install();
  await openAsAdmin(page, "/admin");
  await input.press(page.getByRole("link", { name: "Coupons" }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Coupons");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  const create = page.getByRole("button", { name: "Create Coupon" });
  const dialog = page.getByRole("dialog");
  await input.press(create);
  await expect(dialog.getByLabel("Code")).toBeFocused();
  await expectFocusVisible(page);
  await page.keyboard.press("Escape");
  await expect(create).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.type(code);
  await input.type(dialog.getByLabel("Percent off"), "15");
  await input.type(dialog.getByLabel("Description"), "For those who type");
  await input.setDate(dialog.getByLabel("Last day"), "2090-05-31");
  await input.press(dialog.getByRole("button", { name: "Create Coupon" }));
  await expect(dialog).toHaveCount(0);
  await expect(create).toBeFocused();
  const row = page.getByRole("row").filter({ hasText: code });
  await expect(row).toContainText("Until the end of May 31, 2090");
  // The toast would cover the controls below it.
  await expireToast(page, `${code} created`);

  await input.press(row.getByRole("button", { name: "Edit" }));
  await expect(dialog.getByLabel("Description")).toBeFocused();
  // An incomplete date is an error, not an empty date.
  await tabTo(page, dialog.getByLabel("First day"));
  await page.keyboard.type("0301");
  await input.type(dialog.getByLabel("Limit"), "0");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toBeFocused();
  await expectFocusVisible(page);
  await expect(dialog.getByRole("alert").getByRole("link")).toHaveText([
    /^First day is incomplete/,
    /^Limit must be/,
  ]);
  await input.setDate(dialog.getByLabel("First day"), "2026-03-01");
  await input.type(dialog.getByLabel("Limit"), "40");
  await page.keyboard.press("Enter");
  await expect(row).toContainText("From Mar 1, 2026, until the end of May 31, 2090");
  await expect(row).toContainText("0 of 40");
  await expect(row.getByRole("button", { name: "Edit" })).toBeFocused();
  await expireToast(page, `${code} updated`);

  await input.press(row.getByRole("button", { name: "Disable" }));
  await expect(row).toContainText("Disabled");
  await expect(row.getByRole("button", { name: "Enable" })).toBeFocused();
  await expectFocusVisible(page);
});
