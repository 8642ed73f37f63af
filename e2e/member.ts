import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, type Page } from "@playwright/test";

const WORKSPACE = fileURLToPath(new URL("../", import.meta.url));
type Tier = "basic" | "premium";

/** The password of every user that `signUp` makes. */
export const PASSWORD = "stud-journey";

/** A username that nobody has yet. */
export function newUsername(): string {
  return `j${randomUUID().slice(0, 12)}`;
}

/** Signs a new user up, in this page's session, without a membership. */
export async function signUp(page: Page): Promise<string> {
  const username = newUsername();
  const data = { username, password: PASSWORD, membershipTier: "basic" };
  const answer = await page.request.post("/api/signup", { data });
  expect(answer.status()).toBe(201);
  return username;
}

/** Gives a user a year's membership that was not paid for. */
async function grantMembership(username: string, tier: Tier): Promise<void> {
  await promisify(execFile)("node", ["scripts/grant.ts", username, tier], {
    cwd: WORKSPACE,
    env: { ...process.env, STUDBOOK_MODE: "demo" },
  });
}

/** Signs a new user up, in this page's session, with a membership that was not paid for. */
export async function becomeMember(page: Page, tier: Tier): Promise<string> {
  const username = await signUp(page);
  await grantMembership(username, tier);
  return username;
}

/** Signs in as one of the demo's accounts. */
export async function signInAs(page: Page, username: string): Promise<void> {
  const answer = await page.request.post("/api/login", {
    data: { username, password: "stud-demo" },
  });
  expect(answer.status()).toBe(200);
}
