import { randomUUID } from "node:crypto";
import { createAdmin, createMember, PASSWORD, signInAs } from "@studbook/api/test/test-app";
import { createAd, createCoupon, createPayment, createUser } from "@studbook/db/test/factories";
import type { TestDb } from "@studbook/db/test/test-db";

const PREFIX = "canary-";
const DAY_MS = 24 * 60 * 60 * 1000;

/** Who sends requests; without a cookie, it is a guest. */
export type Visitor = { name: string; cookie?: string };

export type CanarySite = {
  visitors: Visitor[];
  publicIds: string[];
  /** Not public: hidden by the operator, of an expired member, of a deactivated member. */
  privateIds: string[];
  /** Returns the private texts in a text, except those that the public may read. */
  findPrivate(text: string): string[];
  /** Adds a text that must never be stored, such as a token of a device. */
  addSecret(secret: string): void;
};

/** Creates members whose private fields all contain a unique text, and public ads that do not. */
export async function createCanarySite(test: TestDb): Promise<CanarySite> {
  const { db } = test;
  const secrets = new Set<string>();
  const canary = () => `${PREFIX}${randomUUID()}`;
  const privateFields = () => ({
    username: canary(),
    email: `${canary()}@example.com`,
    firstName: canary(),
    lastName: canary(),
  });
  const owner = await createMember(db, privateFields());
  const member = await createMember(db, privateFields());
  const expiresAt = new Date(Date.now() - DAY_MS);
  const expired = await createMember(db, { ...privateFields(), membershipExpiresAt: expiresAt });
  const inactive = await createMember(db, privateFields());
  const admin = await createAdmin(db);
  const stranger = await createUser(db, privateFields());
  const publicAds = await Promise.all([
    createAd(db, owner.id, { breed: "Boxer", state: "TX" }),
    createAd(db, member.id, { breed: "Akita", state: "OH" }),
    createAd(db, stranger.id, { breed: "Boxer", state: "OH" }),
  ]);
  const privateAd = (userId: string) =>
    createAd(db, userId, {
      dogName: canary(),
      description: canary(),
      ownerName: canary(),
      ownerEmail: `${canary()}@example.com`,
    });
  const hidden = await privateAd(owner.id);
  const privateAds = [hidden, await privateAd(expired.id), await privateAd(inactive.id)];
  await test.run("update ads set hidden_at = now(), hidden_reason = $2 where id = $1", [
    hidden.id,
    canary(),
  ]);
  await test.run("update users set is_active = false where id = $1", [inactive.id]);
  for (const { id } of [owner, member, expired]) {
    await createPayment(db, id, { stripePaymentIntentId: `pi_${canary()}` });
  }
  await createCoupon(db, { code: canary().toUpperCase(), description: canary() });
  const cookies = await Promise.all([owner, member, admin].map(({ id }) => signInAs(db, id)));
  const named = { owner, member, expired, inactive, admin };
  const visitors = [
    ...Object.entries(named).map(([name, { cookie }]) => ({ name, cookie })),
    ...cookies.map((cookie) => ({ name: "another device", cookie: `theme=dark; ${cookie}` })),
  ];
  for (const { cookie } of visitors) secrets.add(cookie.replace(/^.*studbook=/, ""));
  secrets.add(PASSWORD);
  return {
    visitors: [{ name: "guest" }, ...visitors],
    publicIds: publicAds.map(({ id }) => id),
    privateIds: privateAds.map(({ id }) => id),
    findPrivate(text) {
      const found = [...secrets].filter((secret) => text.includes(secret));
      const texts = text.match(new RegExp(`${PREFIX}[0-9a-f-]{36}`, "gi")) ?? [];
      return [...new Set([...found, ...texts])];
    },
    addSecret: (secret) => void secrets.add(secret),
  };
}
