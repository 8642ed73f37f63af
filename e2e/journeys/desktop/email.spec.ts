import { randomUUID } from "node:crypto";
import { CARDS, expectRedirectToMyAds, openCheckout, payButton, typeCard } from "../../checkout.ts";
import { getLinkPath, receiveEmail } from "../../emails.ts";
import { giveVerifiedEmail, PASSWORD, signInWithForm, signUp } from "../../member.ts";
import { expect, openPage, test } from "../../page.ts";
import { shownToast } from "../../toasts.ts";

const newAddress = () => `${randomUUID()}@example.com`;

const CONFIRM = "Please confirm your email address";
const RESET = "Reset your Studbook password";
const RESTORE = "Your Studbook email address was changed";

test("emailed links verify an address and reset a forgotten password", async ({ page }) => {
  test.slow();
  const username = await signUp(page);
  const email = newAddress();

  await openPage(page, "/account");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Not confirmed yet")).toBeVisible();
  const verification = getLinkPath(await receiveEmail(email, CONFIRM));

  await page.goto(verification);
  await expect(page).toHaveURL("/verify-email");
  await page.reload();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Confirm Email Address" }).click();
  await expect(
    page.getByRole("heading", { name: "Your email address is confirmed" }),
  ).toBeFocused();
  await page.getByRole("link", { name: "Go to My Account" }).click();
  await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Send Link Again" })).toHaveCount(0);

  // The account page would still send requests, which fail without a session.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel("Username or email").fill(username.toUpperCase());
  await page.getByRole("button", { name: "Send Link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();

  const reset = getLinkPath(await receiveEmail(email, RESET));
  await page.goto(reset);
  await expect(page).toHaveURL("/reset-password");
  await page.getByLabel("New password", { exact: true }).fill("a-new-password");
  await page.getByLabel("Confirm new password", { exact: true }).fill("a-new-password");
  await page.getByRole("button", { name: "Set New Password" }).click();
  await expect(page).toHaveURL("/login");
  await expect(shownToast(page, "Password changed successfully")).toBeVisible();
  await receiveEmail(email, "Your Studbook password was changed");

  expect(
    (await page.request.post("/api/login", { data: { username, password: PASSWORD } })).status(),
  ).toBe(401);
  await signInWithForm(page, username, "a-new-password");
  await expect(page).toHaveURL("/account");
});

test.describe("a link that does not work", () => {
  test.use({ expectedStatuses: [400] });

  test("shows an error and a way to request a new link", async ({ page }) => {
    await page.goto(`/reset-password?token=${"x".repeat(43)}`);
    await page.getByLabel("New password", { exact: true }).fill("a-new-password");
    await page.getByLabel("Confirm new password", { exact: true }).fill("a-new-password");
    await page.getByRole("button", { name: "Set New Password" }).click();
    await expect(page.getByText("This link no longer works.")).toBeVisible();
    await page.getByRole("link", { name: "Request a New Link" }).click();
    await expect(page).toHaveURL("/forgot-password");
    for (const path of ["/verify-email", "/restore-email"]) {
      await page.goto(path);
      await expect(page.getByText("This link no longer works.")).toBeVisible();
    }
  });
});

test.describe("a verified address", () => {
  test.use({ expectedStatuses: [400] });

  test("receives notices until another one is verified with the password, and can be restored", async ({
    page,
  }) => {
    test.slow();
    const first = newAddress();
    const second = newAddress();
    await giveVerifiedEmail(await signUp(page), first);
    await page.request.patch("/api/account/info", { data: { email: second } });
    await openPage(page, "/account");
    await expect(page.getByText(`still go to ${first} until you confirm`)).toBeVisible();

    await page.goto(getLinkPath(await receiveEmail(second, CONFIRM)));
    await page.getByLabel("Password", { exact: true }).fill("a-wrong-one");
    await page.getByRole("button", { name: "Confirm Email Address" }).click();
    await expect(page.getByRole("link", { name: "The password is incorrect." })).toBeVisible();
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Confirm Email Address" }).click();
    await page.getByRole("link", { name: "Go to My Account" }).click();
    await expect(page.getByText("go to your confirmed email address")).toBeVisible();

    const link = getLinkPath(await receiveEmail(first, RESTORE));
    await page.goto(link);
    await expect(page).toHaveURL("/restore-email");
    await page.reload();
    expect((await page.request.get("/api/auth/me")).status()).toBe(200);
    await page.getByRole("button", { name: "Restore This Address" }).click();
    const done = page.getByRole("heading", { name: "Your email address has been restored" });
    await expect(done).toBeFocused();
    await expect(page.getByRole("link", { name: "Sign In" }).first()).toBeVisible();
    await receiveEmail(first, RESET);
    await page.goto(link);
    await page.getByRole("button", { name: "Restore This Address" }).click();
    await expect(page.getByText("This link no longer works.")).toBeVisible();
  });

  test("can be removed with the password", async ({ page }) => {
    const email = newAddress();
    await giveVerifiedEmail(await signUp(page), email);
    await openPage(page, "/account");
    await page.getByRole("button", { name: "Remove Confirmed Address" }).click();
    const dialog = page.getByRole("dialog", { name: "Remove your confirmed address?" });
    await dialog.getByLabel("Password", { exact: true }).fill("a-wrong-one");
    await dialog.getByRole("button", { name: "Remove Address" }).click();
    await expect(dialog.getByRole("link", { name: "The password is incorrect." })).toBeVisible();
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await dialog.getByRole("button", { name: "Remove Address" }).click();
    await expect(shownToast(page, "Confirmed address removed")).toBeVisible();
    await expect(page.getByText(email)).toHaveCount(0);
    await expect(page.getByText("Password resets and notices")).toHaveCount(0);
    await receiveEmail(email, RESTORE);
  });
});

test("a password reset shows the same message for an unknown account", async ({ page }) => {
  await page.goto("/forgot-password");
  await page.getByLabel("Username or email").fill("nobody.of.that.name");
  await page.getByRole("button", { name: "Send Link" }).click();
  await expect(page.getByText("If this account exists")).toBeVisible();
});

test("an email address entered at checkout receives the receipt and a verification link", async ({
  page,
}) => {
  await page.clock.install();
  await signUp(page);
  const email = newAddress();
  const pay = await openCheckout(page, "premium");
  const field = page.getByLabel("Email for your receipt");
  await field.fill(email);
  await typeCard(page, CARDS.good);
  await expect(page.getByText("Saved. We will email your receipt.")).toBeVisible();
  await pay.click();
  await expectRedirectToMyAds(page);
  const receipt = await receiveEmail(email, "Your Studbook receipt: $59.00 for Premium");
  expect(receipt).toContain("All sales are final, with no refunds.");
  await receiveEmail(email, CONFIRM);
});

test.describe("an email address that cannot be saved", () => {
  test.use({ expectedStatuses: [500] });

  test("does not prevent the payment or move the Pay button", async ({ page }) => {
    await page.clock.install();
    await signUp(page);
    await openCheckout(page, "basic");
    await typeCard(page, CARDS.good);
    const before = await payButton(page).boundingBox();
    const field = page.getByLabel("Email for your receipt");
    await field.fill("no address");
    await field.blur();
    await expect(page.getByText("Not a valid email address")).toBeVisible();
    expect(await payButton(page).boundingBox()).toEqual(before);
    await page.route("**/trpc/account.updateInfo*", (route) => route.fulfill({ status: 500 }));
    await field.fill(newAddress());
    await field.press("Enter");
    await expect(page.getByText("Not saved. Try again.")).toBeVisible();
    expect(await payButton(page).boundingBox()).toEqual(before);
    await payButton(page).click();
    await expectRedirectToMyAds(page);
    await expect(page.getByText("0 / 1 ads")).toBeVisible();
  });
});
