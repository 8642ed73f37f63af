import { shownToast } from "../../listing-form.ts";
import { PASSWORD, signUp } from "../../member.ts";
import { expect, test } from "../../page.ts";

test.use({ expectedStatuses: [401] });

test("a tab shows nobody whose session another tab has replaced", async ({ page, context }) => {
  const first = await signUp(page);
  await page.goto("/account", { waitUntil: "networkidle" });
  await expect(page.getByRole("definition").filter({ hasText: first }).first()).toBeVisible();

  const other = await context.newPage();
  const second = await signUp(other);
  await context.clearCookies();
  await other.goto("/login", { waitUntil: "networkidle" });
  await other.getByLabel("Username").fill(second);
  await other.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await other.keyboard.press("Enter");
  await expect(other).toHaveURL(/\/account$/);
  await expect(page.getByRole("definition").filter({ hasText: second }).first()).toBeVisible();
});

test("a stale page never acts for somebody else", async ({ page, context }) => {
  await signUp(page);
  await page.goto("/account", { waitUntil: "networkidle" });
  // Signed in by a program, which tells no tab.
  const second = await signUp(page);
  await page.getByRole("button", { name: "Close Account" }).click();
  await page.getByRole("button", { name: "Yes, Close My Account" }).click();
  await expect(page).toHaveURL(/\/login\?next=/);
  const me = await context.request.get("/api/auth/me");
  expect(await me.json()).toMatchObject({ username: second });
});

test.describe("a dropped connection", () => {
  test.use({ expectedFailures: ["net::ERR_INTERNET_DISCONNECTED"] });

  test("a sign-in that was first tried offline succeeds once online", async ({ page, context }) => {
    const username = await signUp(page);
    await context.clearCookies();
    await page.goto("/login", { waitUntil: "networkidle" });
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.route("**/trpc/**", (route) => route.abort("internetdisconnected"));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toContainText("Nothing you typed is lost");
    await page.unroute("**/trpc/**");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page).toHaveURL(/\/account$/);
  });
});

test("a notification leaves by itself also after one was dismissed", async ({ page }) => {
  test.slow();
  await signUp(page);
  await page.goto("/account", { waitUntil: "networkidle" });
  const save = async (name: string) => {
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByLabel("First name").fill(name);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(shownToast(page, "Account information updated successfully")).toBeVisible();
  };
  await save("Dale");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(shownToast(page, "Account information updated successfully")).toBeHidden();
  await save("Robin");
  await page.mouse.move(5, 5);
  await expect(shownToast(page, "Account information updated successfully")).toBeHidden({
    timeout: 15_000,
  });
});
