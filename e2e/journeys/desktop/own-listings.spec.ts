import { signInAs, signInWithForm } from "../../member.ts";
import { expect, openPage, test } from "../../page.ts";
import { MY_ADS_CALL, openFirstPage } from "../../states/member/my-ads-states.ts";
import { failCalls } from "../../states/state.ts";
import { shownToast } from "../../toasts.ts";

test.use({ expectedStatuses: [401, 500] });

test("more of the own listings load on demand, also after a failure, and stay open after a reload", {
  tag: "@deep",
}, async ({ page }) => {
  const cards = page.getByRole("list", { name: "My listings" }).getByRole("listitem");
  await openFirstPage(page);
  await expect(cards).toHaveCount(100);
  await failCalls(page, MY_ADS_CALL);
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(page.getByRole("alert")).toContainText("Could not load more listings");
  await expect(cards).toHaveCount(100);
  await page.unroute(MY_ADS_CALL);
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(cards).toHaveCount(101);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Load more" })).toHaveCount(0);
  await expect(cards.nth(100).getByRole("link").first()).toBeFocused();
  await page.reload();
  await expect(cards).toHaveCount(101);

  const last = cards.nth(100);
  const edit = last.getByRole("link", { name: "Edit" });
  for (const way of ["Back to My Ads", "Cancel"]) {
    await edit.click();
    await page.getByRole("link", { name: way }).click();
    await expect(cards).toHaveCount(101);
    await expect(edit).toBeFocused();
    await expect(edit).toBeInViewport();
  }
  await cards.nth(99).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete Listing" }).click();
  await expect(cards).toHaveCount(100);
  await expect(cards.nth(99).getByRole("link").first()).toBeFocused();
  await expect(cards.nth(99)).toBeInViewport();

  await page.goto("/account");
  await expect(cards).toHaveCount(5);
  await page.getByRole("link", { name: "All 100 listings" }).click();
  await expect(page).toHaveURL("/my-ads");
});

test("deleting a listing after the session has ended deletes nothing and leads to /login and back", async ({
  page,
}) => {
  await signInAs(page, "premium");
  await openPage(page, "/my-ads");
  await page.context().clearCookies();
  await page
    .getByRole("button", { name: /^Delete/ })
    .first()
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete Listing" }).click();
  await expect(page).toHaveURL("/login?next=%2Fmy-ads");
  await expect(shownToast(page, "Ad deleted successfully")).toHaveCount(0);
  await signInWithForm(page, "premium", "stud-demo");
  await expect(page).toHaveURL("/my-ads");
  await expect(page.getByText("4 / ∞ ads")).toBeVisible();
});
