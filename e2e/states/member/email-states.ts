import type { Page } from "@playwright/test";
import { giveVerifiedEmail, signUp } from "../../member.ts";
import { openPage } from "../../page.ts";
import type { State } from "../state.ts";

const TOKEN = "x".repeat(43);

async function open(page: Page, path: string): Promise<void> {
  await page.context().clearCookies();
  await openPage(page, path);
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** Opens the account of a user whose newest address is not the verified one. */
async function openWithEarlierEmail(page: Page): Promise<void> {
  await page.context().clearCookies();
  await giveVerifiedEmail(await signUp(page), "verified@example.com");
  const data = { email: "newer@example.com" };
  await page.request.patch("/api/account/info", { data });
  await openPage(page, "/account");
  await page.getByText("until you confirm the new address").waitFor();
}

/** Pages about email addresses: requesting and using links, and receipts. */
export const EMAIL_STATES: State[] = [
  { name: "forgot-password", open: (page) => open(page, "/forgot-password") },
  {
    name: "forgot-password-sent",
    async open(page) {
      await open(page, "/forgot-password");
      await page.getByLabel("Username or email").fill("nobody.of.that.name");
      await page.getByRole("button", { name: "Send Link" }).click();
      await page.getByRole("heading", { name: "Check your email" }).waitFor();
    },
  },
  { name: "reset-password", open: (page) => open(page, `/reset-password?token=${TOKEN}`) },
  { name: "reset-password-ended", open: (page) => open(page, "/reset-password") },
  { name: "verify-email", open: (page) => open(page, `/verify-email?token=${TOKEN}`) },
  {
    name: "verify-email-errors",
    async open(page) {
      await open(page, `/verify-email?token=${TOKEN}`);
      await page.getByRole("button", { name: "Confirm Email Address" }).click();
      await page.getByRole("alert").filter({ hasText: "Please correct 1 field" }).waitFor();
    },
  },
  { name: "restore-email", open: (page) => open(page, `/restore-email?token=${TOKEN}`) },
  { name: "restore-email-ended", open: (page) => open(page, "/restore-email") },
  {
    name: "account-unverified",
    async open(page) {
      await page.context().clearCookies();
      await signUp(page);
      const data = { email: "not.yet.verified@example.com" };
      await page.request.patch("/api/account/info", { data });
      await openPage(page, "/account");
      await page.getByRole("button", { name: "Send Link Again" }).waitFor();
    },
  },
  { name: "account-earlier-email", open: openWithEarlierEmail },
  {
    name: "account-remove-email",
    async open(page) {
      await openWithEarlierEmail(page);
      await page.getByRole("button", { name: "Remove Confirmed Address" }).click();
      await page.getByRole("dialog", { name: "Remove your confirmed address?" }).waitFor();
    },
  },
];
