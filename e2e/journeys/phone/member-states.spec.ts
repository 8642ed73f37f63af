import { expectDialogAccessible } from "../../checks/accessibility.ts";
import { expectNoSidewaysScroll } from "../../checks/layout.ts";
import { testState } from "../../checks/state-test.ts";
import { expect, test } from "../../page.ts";
import { DIALOG_STATES, MEMBER_STATES } from "../../states/member-states.ts";

for (const state of MEMBER_STATES) testState(state);

for (const { name, open } of DIALOG_STATES) {
  const details = name === "dialog" ? {} : { tag: "@deep" };
  test(
    `${name}: the dialog is accessible, keeps the focus inside and returns it`,
    details,
    async ({ page }) => {
      await open(page);
      await expectDialogAccessible(page);
      await page.setViewportSize({ width: 320, height: 640 });
      await expectNoSidewaysScroll(page, 320);
      const dialog = page.getByRole("alertdialog");
      await expect(dialog.getByRole("button").first()).toBeFocused();
      for (let stop = 0; stop < 3; stop++) {
        await page.keyboard.press("Tab");
        await expect(dialog.locator(":focus")).toHaveCount(1);
      }
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
      await expect(page.locator("main :focus, header :focus")).toHaveCount(1);
    },
  );
}
