import type { APIRequestContext, Page } from "@playwright/test";
import { CARDS, expectRedirectToMyAds, payButton, typeCard } from "./checkout.ts";
import type { InputMethod } from "./input-methods.ts";
import { pressAction } from "./listing-actions.ts";
import { photoTiles } from "./listing-form.ts";
import { newUsername, PASSWORD } from "./member.ts";
import { expect, openPage, untilHydrated } from "./page.ts";
import { expireToast, shownToast } from "./toasts.ts";

const NEW_PASSWORD = "another-journey";
const DOG = "Juniper of the Long Way";

export type OwnerJourney = {
  page: Page;
  input: InputMethod;
  /** The session of another browser. */
  otherSession: APIRequestContext;
};

/** Signs up, pays, creates, changes and deletes a listing, changes the account and closes it. */
export async function runOwnerJourney(journey: OwnerJourney): Promise<void> {
  const username = await signUpForPremium(journey);
  await createListing(journey);
  await changeListing(journey);
  await deleteListing(journey);
  await changeInfo(journey);
  await changePassword(journey, username);
  await closeAccount(journey, username);
}

async function signUpForPremium({ page, input }: OwnerJourney): Promise<string> {
  const username = newUsername();
  await page.clock.install();
  await page.goto("/signup");
  await expect(
    page.getByRole("button", { name: "Continue to Membership Selection" }),
  ).toBeEnabled();
  await input.type(page.getByLabel("Username"), username);
  await input.type(page.getByLabel("Password", { exact: true }), PASSWORD);
  await input.type(page.getByLabel("Confirm password", { exact: true }), PASSWORD);
  await input.press(page.getByRole("button", { name: "Continue to Membership Selection" }));
  await expect(page.getByRole("heading", { name: "Choose Your Membership" })).toBeFocused();
  await expect(page.getByText("Most Popular")).toBeVisible();

  await input.press(page.getByRole("button", { name: "Back to Account Details" }));
  await expect(page.getByLabel("Username")).toHaveValue(username);
  await expect(page.getByLabel("Confirm password", { exact: true })).toHaveValue(PASSWORD);
  await input.press(page.getByRole("button", { name: "Continue to Membership Selection" }));
  await input.press(page.getByRole("button", { name: "Choose Premium" }));
  await page.waitForURL(/\/checkout\?tier=premium$/);
  await expect(payButton(page)).toBeEnabled();
  await typeCard(page, CARDS.good);
  await input.press(payButton(page));
  await expectRedirectToMyAds(page);
  await untilHydrated(page);
  return username;
}

async function createListing({ page, input, otherSession }: OwnerJourney): Promise<void> {
  await expect(page.getByText("Premium Member")).toBeVisible();
  await expect(page.getByText("0 / ∞ ads")).toBeVisible();
  await input.press(page.getByRole("link", { name: "Create Stud Listing" }));
  await expect(page.getByRole("heading", { name: "Create Stud Listing" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Create Listing" })).toBeDisabled();

  await input.type(page.getByLabel("Dog name"), DOG);
  await input.choose(page.getByLabel("Breed", { exact: true }), "Vizsla");
  await input.choose(page.getByLabel("State", { exact: true }), "Vermont");
  await input.setDate(page.getByLabel("Birthdate"), "2022-05-14");
  await input.type(page.getByLabel("Stud fee"), "1200");
  await input.type(page.getByLabel("Description"), "A steady dog who sleeps by the stove.");
  await input.pickPhotos(page.getByRole("button", { name: "Add photo" }), ["sienna", "olive"]);
  await expireToast(page, "2 images uploaded successfully");
  await input.press(page.getByRole("button", { name: "Move photo 1 down" }));
  await input.type(page.getByLabel("Owner name"), "Dale");
  await input.type(page.getByLabel("Owner email"), "dale@example.com");
  await input.press(page.getByRole("button", { name: "Create Listing" }));

  await expireToast(page, "Ad created successfully");
  await expect(page.getByRole("region", { name: `${DOG} is live` })).toBeFocused();
  await expect(page.getByText("1 / ∞ ads")).toBeVisible();
  await expectFound(otherSession, { dogName: DOG, studFee: 1200, birthdate: "2022-05-14" });
}

/** Asserts that another visitor finds the listing, maybe among those of journeys that run at the same time. */
async function expectFound(
  visitor: APIRequestContext,
  listing: Record<string, string | number>,
): Promise<void> {
  const found = await visitor.get("/api/ads?breed=Vizsla&state=VT");
  expect(await found.json()).toContainEqual(expect.objectContaining(listing));
}

async function changeListing({ page, input, otherSession }: OwnerJourney): Promise<void> {
  await input.press(page.getByRole("link", { name: `Edit ${DOG}` }));
  await expect(page.getByRole("heading", { name: "Edit Stud Listing" })).toBeFocused();
  await expect(photoTiles(page)).toHaveCount(2);
  await input.type(page.getByLabel("Stud fee"), "900");
  await input.press(page.getByRole("button", { name: "Update Listing" }));
  await expireToast(page, "Ad updated successfully");
  await expect(page.getByText("$900 stud fee")).toBeVisible();
  await expectFound(otherSession, { dogName: DOG, studFee: 900 });
}

async function deleteListing({ page, input }: OwnerJourney): Promise<void> {
  await pressAction(page, `Delete ${DOG}`, input);
  const dialog = page.getByRole("alertdialog", { name: "Delete Listing?" });
  await expect(dialog.getByRole("button", { name: "Keep Listing" })).toBeFocused();
  await input.press(dialog.getByRole("button", { name: "Delete Listing" }));
  await expect(shownToast(page, "Ad deleted successfully")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No Listings Yet" })).toBeVisible();
  await expect(page.getByText("0 / ∞ ads")).toBeVisible();
}

async function changeInfo({ page, input }: OwnerJourney): Promise<void> {
  await openPage(page, "/account");
  await expect(page.getByText("Premium Member")).toBeVisible();
  await expect(page.getByText(/^Expires \w{3} \d{1,2}, \d{4}$/)).toBeVisible();
  await input.press(page.getByRole("button", { name: "Edit", exact: true }));
  await expect(page.getByLabel("Email")).toBeFocused();
  await input.type(page.getByLabel("First name"), "Dale");
  await input.type(page.getByLabel("Last name"), "Hutchins");
  await input.press(page.getByRole("button", { name: "Save Changes" }));
  await expireToast(page, "Account information updated successfully");
  await expect(page.getByRole("definition").filter({ hasText: "Hutchins" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeFocused();
}

async function changePassword({ page, input, otherSession }: OwnerJourney, username: string) {
  const signIn = await otherSession.post("/api/login", { data: { username, password: PASSWORD } });
  expect(signIn.status()).toBe(200);
  await input.type(page.getByLabel("Current password", { exact: true }), PASSWORD);
  await input.type(page.getByLabel("New password", { exact: true }), NEW_PASSWORD);
  await input.type(page.getByLabel("Confirm new password", { exact: true }), NEW_PASSWORD);
  await input.press(page.getByRole("button", { name: "Change Password" }));
  await expireToast(page, "Password changed successfully");
  await expect(page.getByLabel("Current password", { exact: true })).toHaveValue("");
  expect((await otherSession.get("/api/auth/me")).status()).toBe(401);
  expect((await page.request.get("/api/auth/me")).status()).toBe(200);
}

async function closeAccount({ page, input, otherSession }: OwnerJourney, username: string) {
  await input.press(page.getByRole("button", { name: "Close Account" }));
  const dialog = page.getByRole("alertdialog", { name: "Are you absolutely sure?" });
  await expect(dialog.getByRole("button", { name: "No", exact: true })).toBeFocused();
  await input.press(dialog.getByRole("button", { name: "Yes, Close My Account" }));
  await expect(shownToast(page, "Account Closed")).toBeVisible();
  await expect(shownToast(page, "Your account has been deactivated")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  const header = page.getByRole("banner");
  await expect(header.getByText("Sign In")).toHaveCount(1);
  await expect(header.getByText("Sign Out")).toHaveCount(0);
  const again = await otherSession.post("/api/login", {
    data: { username, password: NEW_PASSWORD },
  });
  expect(again.status()).toBe(401);
}
