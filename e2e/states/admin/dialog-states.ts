import type { State } from "../state.ts";
import { openUser, userCard } from "./open-as-admin.ts";

/** To be looked at: axe takes what an alert dialog hides for reachable, and finds no heading of the page. */
export const ADMIN_ALERT_STATES: State[] = [
  {
    name: "admin-deactivate-dialog",
    pictured: "first screen",
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
    pictured: "first screen",
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
    pictured: "first screen",
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
