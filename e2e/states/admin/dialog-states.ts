import type { State } from "../state.ts";
import { openUser, userCard } from "./open-as-admin.ts";

/** Only for screenshots, since axe does not see that an alert dialog hides the page behind it. */
export const ADMIN_ALERT_STATES: State[] = [
  {
    name: "admin-deactivate-dialog",
    screenshot: "first screen",
    async open(page) {
      await openUser(page, "premium");
      await page.getByRole("button", { name: "Deactivate premium" }).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
];

export const ADMIN_DIALOG_STATES: State[] = [
  {
    name: "admin-hide-dialog",
    screenshot: "first screen",
    async open(page) {
      await openUser(page, "premium");
      await userCard(page, "premium")
        .getByRole("button", { name: /^Hide (?!user)/ })
        .first()
        .click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "admin-hide-dialog-problem",
    screenshot: "first screen",
    async open(page) {
      await openUser(page, "premium");
      await userCard(page, "premium")
        .getByRole("button", { name: /^Hide (?!user)/ })
        .first()
        .click();
      await page.getByRole("button", { name: "Hide Listing" }).click();
      await page.getByRole("dialog").getByText("Reason is required").first().waitFor();
    },
  },
];
