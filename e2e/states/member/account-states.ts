import type { Page } from "@playwright/test";
import { signInAs, signUp } from "../../member.ts";
import { openPage } from "../../page.ts";
import type { State } from "../state.ts";

async function openAs(page: Page, username: string): Promise<void> {
  await page.context().clearCookies();
  await signInAs(page, username);
  await openAccount(page);
}

async function openAccount(page: Page): Promise<void> {
  await openPage(page, "/account");
}

async function edit(page: Page): Promise<void> {
  await openAs(page, "premium");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  // Short enough for the narrowest window.
  await page.getByLabel("Email").fill("m@example.com");
}

/** /account by user and input. */
export const ACCOUNT_STATES: State[] = [
  { name: "account", open: (page) => openAs(page, "premium") },
  { name: "account-basic", open: (page) => openAs(page, "basic") },
  { name: "account-expired", open: (page) => openAs(page, "expired") },
  {
    name: "account-none",
    async open(page) {
      await page.context().clearCookies();
      await signUp(page);
      await openAccount(page);
    },
  },
  { name: "account-admin", open: (page) => openAs(page, "admin") },
  { name: "account-edit", open: edit },
  {
    name: "account-edit-errors",
    async open(page) {
      await edit(page);
      await page.getByLabel("Email").fill("no address");
      await page.getByRole("button", { name: "Save Changes" }).click();
      await page.getByRole("alert").filter({ hasText: "Please correct 1 field" }).waitFor();
    },
  },
  {
    name: "account-password-errors",
    async open(page) {
      await openAs(page, "premium");
      await page.getByLabel("Current password", { exact: true }).fill("stud-demo");
      await page.getByLabel("New password", { exact: true }).fill("short");
      await page.getByLabel("Confirm new password", { exact: true }).fill("other");
      await page.getByRole("button", { name: "Change Password" }).click();
      await page.getByRole("alert").filter({ hasText: "Please correct" }).waitFor();
    },
  },
];

/** The confirmation dialogs of /account. */
export const ACCOUNT_DIALOGS: State[] = [
  {
    name: "account-leaving",
    async open(page) {
      await edit(page);
      await page.getByLabel("First name").fill("Somebody else");
      await page.getByRole("link", { name: "Studbook" }).first().click();
      await page.getByRole("alertdialog", { name: "Leave without saving?" }).waitFor();
    },
  },
  {
    name: "dialog",
    async open(page) {
      await openAs(page, "premium");
      await page.getByRole("button", { name: "Close Account" }).click();
      await page.getByRole("alertdialog", { name: "Are you absolutely sure?" }).waitFor();
    },
  },
];
