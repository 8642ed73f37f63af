import type { Page } from "@playwright/test";
import {
  becomeMember,
  newUsername,
  PASSWORD,
  signInAs,
  signInWithForm,
  signUp,
} from "../../member.ts";
import { expect, openPage, test } from "../../page.ts";
import { shownToast } from "../../toasts.ts";

/** Changes the first name on /account and saves it after the session has ended. */
async function saveAfterSession(page: Page, firstName: string): Promise<void> {
  await openPage(page, "/account");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("First name").fill(firstName);
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page).toHaveURL("/login?next=%2Faccount");
}

// apps/web/src/entry-server-session.test.ts tests the redirects of all pages and return paths.
for (const [next, path] of [
  ["/my-ads", "/my-ads"],
  ["//evil.example", "/account"],
] as const) {
  test(`a guest who signs in with the return path ${next} gets to ${path}`, async ({ page }) => {
    const username = await signUp(page);
    await page.context().clearCookies();
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await signInWithForm(page, username.toUpperCase());
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("banner").getByText("Sign Out")).toHaveCount(1);
  });
}

test("input and Enter from before hydration are not lost", async ({ page }) => {
  const username = await signUp(page);
  await page.context().clearCookies();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/main*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  const signIn = page.getByRole("main").getByRole("button", { name: "Sign In" });
  await expect(signIn).toBeDisabled();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/login");
  release();
  await expect(page).toHaveURL("/account");
});

test.describe("a refused form", () => {
  test.use({ expectedStatuses: [400, 401, 409, 429, 503] });

  test("shows why a sign-in failed and keeps its input", async ({ page }) => {
    await page.goto("/login");
    await signInWithForm(page, newUsername(), "wrong-password");
    await expect(shownToast(page, "Login Failed")).toBeVisible();
    await expect(shownToast(page, "Invalid username or password")).toBeVisible();
    const problems = page.getByRole("main").getByRole("alert");
    await expect(problems).toBeFocused();
    await expect(problems.getByRole("heading")).toHaveText("Login Failed");
    await expect(problems).toContainText("Invalid username or password");
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("wrong-password");

    const signIn = page.getByRole("main").getByRole("button", { name: "Sign In" });
    for (const [status, sentence] of [
      [429, "Too many attempts. Please try again in 15 minutes."],
      [503, "Studbook is very busy. Please try again in a moment."],
    ] as const) {
      await page.getByRole("button", { name: "Dismiss" }).click();
      await page.route("**/trpc/auth.login*", (route) =>
        route.fulfill({ status, json: { error: sentence, code: "BUSY" } }),
      );
      await signIn.click();
      await expect(shownToast(page, "Login Failed")).toBeVisible();
      await expect(shownToast(page, sentence)).toBeVisible();
    }

    await page.route("**/trpc/auth.login*", (route) =>
      route.fulfill({ status: 503, contentType: "text/html", body: "<h1>Bad gateway</h1>" }),
    );
    await signIn.click();
    await expect(shownToast(page, "Login Failed")).toBeVisible();
    await expect(shownToast(page, "Something went wrong on our side")).toBeVisible();
  });

  test("reports a taken username and a weak password in the first step, and again if they were not checked", async ({
    page,
  }) => {
    const taken = "This username is taken. Please choose another.";
    const weak = "This password is too easy to guess";
    const username = page.getByLabel("Username");
    const password = page.getByLabel("Password", { exact: true });
    const confirmation = page.getByLabel("Confirm password", { exact: true });
    const next = page.getByRole("button", { name: "Continue to Membership Selection" });
    await page.goto("/signup");
    await username.fill("Premium");
    await password.fill("password1");
    await confirmation.fill("password1");
    await next.click();
    await expect(username).toHaveAccessibleDescription(new RegExp(taken));
    await expect(password).toHaveAccessibleDescription(new RegExp(weak));
    // The checks get no answer.
    await page.route("**/trpc/auth.isNameAvailable*", (route) => route.abort("aborted"));
    await page.route("**/trpc/auth.checkPassword*", (route) => route.abort("aborted"));
    await next.click();
    await page.route("**/trpc/auth.signup*", (route) => route.fulfill({ status: 503, body: "" }));
    await page.getByRole("button", { name: "Choose Basic" }).click();
    await expect(shownToast(page, "Signup failed")).toBeVisible();
    await page.unroute("**/trpc/auth.signup*");
    await page.getByRole("button", { name: "Dismiss" }).click();
    await page.getByRole("button", { name: "Choose Basic" }).click();
    await expect(shownToast(page, weak)).toBeVisible();
    await expect(page.getByRole("heading", { name: "Account Details" })).toBeVisible();
    await expect(password).toHaveAccessibleDescription(new RegExp(weak));
    await password.fill(PASSWORD);
    await confirmation.fill(PASSWORD);
    await next.click();
    await page.getByRole("button", { name: "Choose Basic" }).click();
    await expect(shownToast(page, taken)).toBeVisible();
    await expect(username).toHaveAccessibleDescription(new RegExp(taken));
    await expect(username).toHaveValue("Premium");
    await expect(password).toHaveValue(PASSWORD);
    await expect(confirmation).toHaveValue(PASSWORD);
    await username.fill(newUsername());
    await next.click();
    await page.getByRole("button", { name: "Choose Basic" }).click();
    await expect(page).toHaveURL("/checkout?tier=basic");
  });

  test("leads to /login and back to its input if the session has ended", async ({ page }) => {
    const username = await becomeMember(page, "premium");
    await openPage(page, "/create-ad");
    await page.getByLabel("Dog name").fill("Kept over a sign-in");
    await page.context().clearCookies();
    const photo = { name: "red.jpg", mimeType: "image/jpeg", buffer: Buffer.from([255, 216, 255]) };
    await page.getByLabel("Photo files").setInputFiles([photo]);
    await expect(page).toHaveURL("/login?next=%2Fcreate-ad");
    await expect(page.getByRole("banner").getByText("Sign In")).toHaveCount(1);
    await signInWithForm(page, username);
    await expect(page.getByLabel("Dog name")).toHaveValue("Kept over a sign-in");
  });

  test("restores changes to saved values after a sign-in, and saves them", async ({ page }) => {
    const username = await signUp(page);
    const saved = { email: "dale@example.com", firstName: "Dale", lastName: "Hutchins" };
    await page.request.patch("/api/account/info", { data: saved });
    await saveAfterSession(page, "Robin");
    await signInWithForm(page, username);
    await expect(page.getByLabel("First name")).toHaveValue("Robin");
    await expect(page.getByLabel("Last name")).toHaveValue("Hutchins");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(shownToast(page, "Account information updated successfully")).toBeVisible();
    const me = await (await page.request.get("/api/auth/me")).json();
    expect(me).toMatchObject({ ...saved, firstName: "Robin" });
  });

  test("does not restore the input for another user", async ({ page }) => {
    await signUp(page);
    await saveAfterSession(page, "Somebody");
    await signInWithForm(page, "basic", "stud-demo");
    await expect(page.getByRole("definition").filter({ hasText: "basic" }).first()).toBeVisible();
    await expect(page.getByLabel("First name")).toHaveCount(0);
  });
});

test("signing out asks before it discards unsaved changes, and leads to the home page", async ({
  page,
}) => {
  const signOut = page.getByRole("button", { name: "Sign Out" });
  await signUp(page);
  await openPage(page, "/account");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("First name").fill("Dale");
  await signOut.click();
  const dialog = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await dialog.getByRole("button", { name: "Keep Editing" }).click();
  expect((await page.request.get("/api/auth/me")).status()).toBe(200);
  await expect(page.getByLabel("First name")).toHaveValue("Dale");
  await signOut.click();
  await dialog.getByRole("button", { name: "Leave Without Saving" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("banner").getByText("Sign In")).toHaveCount(1);
  await expect(page.getByRole("banner").getByText("Sign Out")).toHaveCount(0);
  expect((await page.request.get("/api/auth/me")).status()).toBe(401);
});

test("/signup asks a signed-in user only for a membership", async ({ page }) => {
  await signInAs(page, "basic");
  await page.goto("/signup");
  await expect(page.getByRole("heading", { name: "Choose Your Membership" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Back to Account Details" })).toHaveCount(0);
});
