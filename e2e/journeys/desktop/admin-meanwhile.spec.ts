import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Browser, Page } from "@playwright/test";
import { becomeMember, PASSWORD, signUp } from "../../member.ts";
import { expect, test } from "../../page.ts";
import { openAsAdmin, userCard } from "../../states/admin/open-as-admin.ts";
import { shownToast } from "../../toasts.ts";

const WORKSPACE = fileURLToPath(new URL("../../../", import.meta.url));

/** Makes a user an admin, or takes that away, as the command line does. */
async function setAdmin(verb: "grant" | "revoke", username: string): Promise<void> {
  await promisify(execFile)("node", ["apps/api/src/cli/main.ts", "admin", verb, username], {
    cwd: WORKSPACE,
    env: { ...process.env, STUDBOOK_MODE: "demo" },
  });
}

async function openOtherPage(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  return context.newPage();
}

/** Opens the list of users as an admin of this journey alone, narrowed down to themselves. */
async function becomeAdmin(page: Page): Promise<string> {
  const username = await signUp(page);
  await setAdmin("grant", username);
  await openAsAdmin(page, `/admin/users?q=${username}`);
  return username;
}

test("a button that is out of date does what it says, and the card is current again", async ({
  page,
  browser,
}) => {
  await page.goto("/contact");
  const member = await openOtherPage(browser, page);
  const username = await becomeMember(member, "basic");
  await openAsAdmin(page, `/admin/users?q=${username}`);
  const card = userCard(page, username);
  await card.getByRole("button", { name: "Deactivate" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click();
  await expect(card.getByText("Inactive", { exact: true })).toBeVisible();

  const colleague = await openOtherPage(browser, page);
  await openAsAdmin(colleague, `/admin/users?q=${username}`);
  await userCard(colleague, username).getByRole("button", { name: "Activate" }).click();
  await expect(userCard(colleague, username).getByText("Active", { exact: true })).toBeVisible();

  await card.getByRole("button", { name: "Activate" }).click();
  await expect(card.getByText("Active", { exact: true })).toBeVisible();
  await expect(card.getByRole("button", { name: "Deactivate" })).toBeFocused();
  const credentials = { username, password: PASSWORD };
  expect((await member.request.post("/api/login", { data: credentials })).status()).toBe(200);
  await member.context().close();
  await colleague.context().close();
});

test.describe("a file that is refused", () => {
  test.use({ expectedStatuses: [401, 403] });

  test("after the session has ended leads to signing in, and back", async ({ page }) => {
    const username = await becomeAdmin(page);
    await page.context().clearCookies();
    await page.getByRole("link", { name: "Export users as CSV" }).click();
    await expect(page).toHaveURL(/\/login\?next=/);
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
    await expect(page).toHaveURL(`/admin/users?q=${username}`);
    await setAdmin("revoke", username);
  });

  test("to an admin who is none any more is told of", async ({ page }) => {
    const username = await becomeAdmin(page);
    await setAdmin("revoke", username);
    await page.getByRole("link", { name: "Export ads as CSV" }).click();
    await expect(shownToast(page, "Only an admin may do this.")).toBeVisible();
    await expect(page).toHaveURL(`/admin/users?q=${username}`);
  });
});
