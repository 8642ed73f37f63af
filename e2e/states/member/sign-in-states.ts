import type { Page } from "@playwright/test";
import { newUsername, signInWithForm } from "../../member.ts";
import { shownToast } from "../../toasts.ts";
import type { State } from "../state.ts";

async function open(page: Page, path: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
}

async function fillInDetails(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password", { exact: true }).fill(password);
}

async function continueSignup(page: Page, username: string) {
  await open(page, "/signup");
  await fillInDetails(page, username, "stud-journey");
  await page.getByRole("button", { name: "Continue to Membership Selection" }).click();
  await page.getByRole("heading", { name: "Choose Your Membership" }).waitFor();
}

/** Signing in and signing up. */
export const SIGN_IN_STATES: State[] = [
  { name: "login", open: (page) => open(page, "/login") },
  {
    name: "login-errors",
    async open(page) {
      await open(page, "/login");
      await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
      await page.getByRole("alert").filter({ hasText: "Please correct 2 fields" }).waitFor();
    },
  },
  {
    name: "login-failed",
    statuses: [401],
    async open(page) {
      await open(page, "/login");
      await signInWithForm(page, newUsername(), "not-the-password");
      await shownToast(page, "Invalid username or password").waitFor();
    },
  },
  {
    name: "login-offline",
    failures: ["net::ERR_INTERNET_DISCONNECTED"],
    async open(page) {
      await open(page, "/login");
      await page.waitForLoadState("networkidle");
      await page.context().setOffline(true);
      await signInWithForm(page, "dale");
      await page.getByRole("alert").filter({ hasText: "You are offline" }).waitFor();
      await page.context().setOffline(false);
    },
  },
  { name: "signup-1", open: (page) => open(page, "/signup") },
  {
    name: "signup-errors",
    async open(page) {
      await open(page, "/signup");
      await page.getByLabel("Username").fill("no spaces, please");
      await page.getByLabel("Password", { exact: true }).fill("short");
      await page.getByLabel("Confirm password", { exact: true }).fill("other");
      await page.getByRole("button", { name: "Continue to Membership Selection" }).click();
      await page.getByRole("alert").filter({ hasText: "Please correct" }).waitFor();
    },
  },
  { name: "signup-2", open: (page) => continueSignup(page, newUsername()) },
  {
    name: "signup-taken",
    async open(page) {
      await open(page, "/signup");
      await fillInDetails(page, "PREMIUM", "stud-journey");
      await page.getByRole("button", { name: "Continue to Membership Selection" }).click();
      await page.getByRole("alert").filter({ hasText: "This username is taken." }).waitFor();
    },
  },
  {
    name: "signup-guessable",
    statuses: [400],
    async open(page) {
      await open(page, "/signup");
      await fillInDetails(page, newUsername(), "iloveyou");
      await page.getByRole("button", { name: "Continue to Membership Selection" }).click();
      await page.getByRole("link", { name: "This password is too easy to guess" }).waitFor();
    },
  },
];
