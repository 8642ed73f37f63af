import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, type Page } from "@playwright/test";

const WORKSPACE = fileURLToPath(new URL("../", import.meta.url));
const PASSWORD = "stud-journey";

/** Signs a new user up, in this page's session, with a membership that was not paid for. */
export async function becomeMember(page: Page, tier: "basic" | "premium"): Promise<string> {
  const username = `j${randomUUID().slice(0, 12)}`;
  const data = { username, password: PASSWORD, membershipTier: tier };
  const answer = await page.request.post("/api/signup", { data });
  expect(answer.status()).toBe(201);
  await promisify(execFile)("node", ["scripts/grant.ts", username, tier], {
    cwd: WORKSPACE,
    env: { ...process.env, STUDBOOK_MODE: "demo" },
  });
  return username;
}

/** Signs in as one of the demo's accounts. */
export async function signInAs(page: Page, username: string): Promise<void> {
  const answer = await page.request.post("/api/login", {
    data: { username, password: "stud-demo" },
  });
  expect(answer.status()).toBe(200);
}
