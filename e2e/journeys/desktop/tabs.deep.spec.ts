import { PASSWORD, signInWithForm, signUp } from "../../member.ts";
import { expect, openPage, test, untilHydrated } from "../../page.ts";
import { expireToast, shownToast } from "../../toasts.ts";

test.use({ expectedStatuses: [401] });

test("a tab shows the user who has signed in in another tab", async ({ page, context }) => {
  const first = await signUp(page);
  await openPage(page, "/account");
  await expect(page.getByRole("definition").filter({ hasText: first }).first()).toBeVisible();

  const other = await context.newPage();
  const second = await signUp(other);
  await context.clearCookies();
  await other.goto("/login");
  await signInWithForm(other, second);
  await expect(other).toHaveURL(/\/account$/);
  await expect(page.getByRole("definition").filter({ hasText: second }).first()).toBeVisible();
});

test("a stale page does not act for another user", async ({ page, context }) => {
  await signUp(page);
  await openPage(page, "/account");
  // A sign-in through the API does not notify the tab.
  const second = await signUp(page);
  await page.getByRole("button", { name: "Close Account" }).click();
  await page.getByRole("button", { name: "Yes, Close My Account" }).click();
  await expect(page).toHaveURL(/\/login\?next=/);
  const me = await context.request.get("/api/auth/me");
  expect(await me.json()).toMatchObject({ username: second });
});

test.describe("a dropped connection", () => {
  test.use({ expectedFailures: ["net::ERR_INTERNET_DISCONNECTED"] });

  test("fails a sign-in, which succeeds once online", async ({ page, context }) => {
    const username = await signUp(page);
    await context.clearCookies();
    await openPage(page, "/login");
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.route("**/trpc/**", (route) => route.abort("internetdisconnected"));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toContainText("Nothing you typed has been lost");
    await page.unroute("**/trpc/**");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page).toHaveURL(/\/account$/);
  });
});

// Radix Toast used to stay paused after a toast that was dismissed under the pointer.
test("a toast disappears by itself after another one was dismissed", async ({ page }) => {
  await page.clock.install();
  await signUp(page);
  await page.goto("/account");
  await untilHydrated(page);
  const saved = "Account information updated successfully";
  const save = async (name: string) => {
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByLabel("First name").fill(name);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(shownToast(page, saved)).toBeVisible();
  };
  await save("Dale");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(shownToast(page, saved)).toBeHidden();
  await save("Robin");
  await page.mouse.move(5, 5);
  await expireToast(page, saved);
});

test("Edit focuses the first field without a pause in which somebody could type elsewhere", async ({
  page,
}) => {
  await page.clock.install();
  await signUp(page);
  await openPage(page, "/account");
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(page.getByLabel("Email")).toBeFocused();
});
