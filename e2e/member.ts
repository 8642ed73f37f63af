import { randomUUID } from "node:crypto";
import { type Cookie, expect, type Page } from "@playwright/test";
import { createDb, type Tx } from "@studbook/db/client";
import { readClock } from "@studbook/db/clock";
import { insertAd } from "@studbook/db/queries/ads";
import {
  findUserByUsername,
  lockUser,
  setMembership,
  setUserAdmin,
  setUserEmails,
} from "@studbook/db/queries/users";
import { newTestAd } from "@studbook/db/test/factories";
import { addOneYear } from "@studbook/domain/membership";
import type { Tier } from "@studbook/domain/plans";

const DATABASE_URL = process.env.DATABASE_URL ?? "";

/** The users of `signUp` whose listings have not been backdated. */
const owners = new Set<string>();

/** The password of every user of `signUp`. */
export const PASSWORD = "stud-journey";

/** Returns an unused username. */
export function newUsername(): string {
  return `j${randomUUID().slice(0, 12)}`;
}

/** Signs a new user without a membership up in the session of this page. Returns the username. */
export async function signUp(page: Page): Promise<string> {
  const username = newUsername();
  const data = { username, password: PASSWORD, membershipTier: "basic" };
  const response = await page.request.post("/api/signup", { data });
  expect(response.status()).toBe(201);
  owners.add(username);
  return username;
}

/** Makes the listings of all users of `signUp` older than the demo's, which they would displace from the first results. */
export async function backdateListings(): Promise<void> {
  if (owners.size === 0) return;
  await inTransaction(async (tx) => {
    const users = tx
      .selectFrom("users")
      .select("id")
      .where("username", "in", [...owners]);
    await tx
      .updateTable("ads")
      .set({ createdAt: new Date("2000-01-01") })
      .where("userId", "in", users)
      .execute();
  });
  owners.clear();
}

/** Gives a user a membership for a year without a payment. */
async function grantMembership(username: string, tier: Tier): Promise<void> {
  await changeUser(username, async (tx, id) => {
    await setMembership(tx, id, { tier, expiresAt: addOneYear(await readClock(tx)) });
  });
}

async function changeUser(
  username: string,
  change: (tx: Tx, id: string) => Promise<void>,
): Promise<void> {
  await inTransaction(async (tx) => {
    const user = await findUserByUsername(tx, username);
    if (!user) throw new Error(`No user is called ${username}`);
    await lockUser(tx, user.id);
    await change(tx, user.id);
  });
}

async function inTransaction(change: (tx: Tx) => Promise<void>): Promise<void> {
  const db = createDb({ url: DATABASE_URL, poolSize: 1, onPoolError: () => undefined });
  try {
    await db.transaction().execute(change);
  } finally {
    await db.destroy();
  }
}

/** Signs a new user with an unpaid membership up in the session of this page. Returns the username. */
export async function becomeMember(page: Page, tier: Tier): Promise<string> {
  const username = await signUp(page);
  await grantMembership(username, tier);
  return username;
}

/** Gives a user so many ads without photos. */
export async function giveAds(username: string, count: number): Promise<void> {
  await changeUser(username, async (tx, id) => {
    for (let n = 1; n <= count; n++) {
      await insertAd(tx, id, { ...newTestAd, breed: "Vizsla", dogName: `Dog ${n}` });
    }
  });
}

/** Makes a user an admin or a normal user. */
export async function setAdmin(username: string, isAdmin: boolean): Promise<void> {
  await changeUser(username, (tx, id) => setUserAdmin(tx, id, isAdmin));
}

/** Gives a user a verified email address. */
export async function giveVerifiedEmail(username: string, email: string): Promise<void> {
  await changeUser(username, (tx, id) => setUserEmails(tx, id, { email, verifiedEmail: email }));
}

/** Signs in with the form of the page. The click waits until the page is hydrated, which enables the button. */
export async function signInWithForm(
  page: Page,
  username: string,
  password = PASSWORD,
): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
}

const demoCookies = new Map<string, Cookie[]>();

/** Signs in as one of the demo's accounts. Reuses the session of an earlier call, since hashing a password takes long. */
export async function signInAs(page: Page, username: string): Promise<void> {
  const cookies = demoCookies.get(username);
  if (cookies) {
    await page.context().addCookies(cookies);
    return;
  }
  const response = await page.request.post("/api/login", {
    data: { username, password: "stud-demo" },
  });
  expect(response.status()).toBe(200);
  demoCookies.set(username, await page.context().cookies());
}
