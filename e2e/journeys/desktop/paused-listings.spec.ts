import { utcDay } from "@studbook/domain/age";
import { DAY_MS } from "@studbook/domain/day";
import { formatDate } from "@studbook/domain/format";
import { createListing } from "../../create-listing.ts";
import { becomeMember } from "../../member.ts";
import { expect, openPage, openWithNewSession, test } from "../../page.ts";
import { shownToast } from "../../toasts.ts";

test("an owner pauses a listing until a day and shows it again", async ({ page, browser }) => {
  await becomeMember(page, "basic");
  const id = await createListing(page, "Copper");
  await openPage(page, "/my-ads");
  const visitor = await openWithNewSession(browser, page);
  const getStatus = async () => (await visitor.request.get(`/api/ads/${id}`)).status();
  await expect(page.getByText("Public since today")).toBeVisible();

  await page.getByRole("button", { name: "Pause Copper" }).click();
  const dialog = page.getByRole("dialog", { name: "Pause Copper?" });
  await expect(dialog.getByRole("radio", { name: "A date" })).toBeChecked();
  await dialog.getByRole("button", { name: "Pause Listing" }).click();
  await expect(dialog.getByRole("alert")).toBeFocused();
  const date = dialog.getByLabel("Public again on");
  await expect(date).toHaveAccessibleDescription(/Enter the date/);
  expect(await getStatus()).toBe(200);

  const day = utcDay(new Date(Date.now() + 30 * DAY_MS));
  await date.fill(day);
  await dialog.getByRole("button", { name: "Pause Listing" }).click();
  await expect(shownToast(page, "Copper is paused")).toBeVisible();
  await expect(page.getByText(`Paused until ${formatDate(day)}. Not in search`)).toBeVisible();
  const resume = page.getByRole("button", { name: "Show again Copper" });
  await expect(resume).toBeFocused();
  await expect(page.getByText("1 / 1 ads")).toBeVisible();
  expect(await getStatus()).toBe(404);

  await resume.click();
  await expect(shownToast(page, "Copper is no longer paused")).toBeVisible();
  await expect(page.getByText("Public since today")).toBeVisible();
  await expect(page.getByRole("button", { name: "Pause Copper" })).toBeFocused();
  expect(await getStatus()).toBe(200);
  await visitor.context().close();
});

test("a listing that is paused without an end says so on all of the owner's pages", async ({
  page,
  browser,
}) => {
  await becomeMember(page, "premium");
  const id = await createListing(page, "Copper");
  await openPage(page, "/my-ads");
  await page.getByRole("button", { name: "Pause Copper" }).click();
  await page.getByRole("radio", { name: "I show it again" }).check();
  await expect(page.getByLabel("Public again on")).toHaveCount(0);
  await page.getByRole("button", { name: "Pause Listing" }).click();
  const state = page.getByText("Paused until you show it again. Not in search");
  await expect(state).toBeVisible();

  await openPage(page, "/account");
  await expect(page.getByText("0 listings are live, 1 paused.")).toBeVisible();
  await expect(state).toBeVisible();

  await openPage(page, `/ad/${id}`);
  await expect(page.getByText("Paused", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Show again" }).click();
  await expect(shownToast(page, "Copper is no longer paused")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Copper" })).toBeFocused();
  await expect(page.getByText("Paused", { exact: true })).toHaveCount(0);
  const visitor = await openWithNewSession(browser, page);
  expect((await visitor.request.get(`/api/ads/${id}`)).status()).toBe(200);
  await visitor.context().close();
});

test.describe("a listing that was deleted elsewhere", () => {
  test.use({ expectedStatuses: [404] });

  test("disappears when it is paused, and its neighbor gets the focus", async ({ page }) => {
    await becomeMember(page, "premium");
    await createListing(page, "Otis");
    const id = await createListing(page, "Copper");
    await openPage(page, "/my-ads");
    await page.getByRole("button", { name: "Pause Copper" }).click();
    await page.request.delete(`/api/ads/${id}`);
    await page.getByRole("radio", { name: "I show it again" }).check();
    await page.getByRole("button", { name: "Pause Listing" }).click();
    await expect(page.getByRole("link", { name: "Copper", exact: true })).toHaveCount(0);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Otis", exact: true })).toBeFocused();
  });
});

test("a listing leads to the form with a copy of it", async ({ page }) => {
  await becomeMember(page, "premium");
  const id = await createListing(page, "Copper");
  await openPage(page, "/my-ads");
  const duplicate = page.getByRole("link", { name: "Duplicate Copper" });
  await expect(duplicate).toHaveAttribute("href", `/create-ad?from=${id}`);
  await duplicate.click();
  await expect(page.getByRole("heading", { name: "Create Stud Listing" })).toBeVisible();
});
