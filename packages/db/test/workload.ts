import { BREEDS } from "@studbook/domain/breeds";
import { STATE_CODES } from "@studbook/domain/states";
import { sql, type Updateable } from "kysely";
import type { Db, Tx } from "../src/client.ts";
import { readClock } from "../src/clock.ts";
import { deleteAd, insertAd, setAdHidden, setAdPaused, updateAd } from "../src/queries/ads.ts";
import { insertPayment } from "../src/queries/payments.ts";
import { lockUser, type User } from "../src/queries/users.ts";
import type { Users } from "../src/schema.gen.ts";
import { newTestAd, newTestPayment } from "./factories.ts";

/** Returns numbers in [0, 1); the same seed repeats them. */
export type Random = () => number;

const HOUR_MS = 3_600_000;
const ROLLBACK_RATE = 0.1;

type Write = (tx: Tx, user: User, random: Random) => Promise<unknown>;

const writes: [weight: number, write: Write][] = [
  [8, (tx, user, random) => insertAd(tx, user.id, { ...newTestAd, ...pickPlace(random) })],
  [3, onRandomAd((tx, user, id) => deleteAd(tx, user.id, id))],
  [3, onRandomAd((tx, user, id, random) => updateAd(tx, user.id, id, pickPlace(random)))],
  [
    1,
    onRandomAd((tx, user, id, random) =>
      updateAd(tx, user.id, id, { studFee: Math.floor(random() * 9) }),
    ),
  ],
  [1, (tx, user, random) => updateAdsOf(tx, user.id, pickPlace(random))],
  [3, onRandomAd((tx, _, id) => setAdHidden(tx, id, "Not a dog"))],
  [3, onRandomAd((tx, _, id) => setAdHidden(tx, id, null))],
  [
    3,
    onRandomAd(async (tx, user, id, random) =>
      setAdPaused(tx, user.id, id, random() < 0.2 ? "infinity" : await pickInstant(tx, random)),
    ),
  ],
  [3, onRandomAd((tx, user, id) => setAdPaused(tx, user.id, id, null))],
  [1, hideAllOrNone],
  [1, pay],
  [2, (tx, user) => updateUser(tx, user.id, { isActive: !user.isActive })],
  [1, (tx, user) => updateUser(tx, user.id, { isAdmin: !user.isAdmin })],
  [4, setExpiry],
  [1, replaceUser],
];

/** Makes `n` random writes as the product would, each in a transaction that locks its user first; rolls some back. */
export async function writeAtRandom(db: Db, userIds: string[], random: Random, n: number) {
  for (let left = n; left > 0; left--) {
    const chosen = [pick(userIds, random), pick(userIds, random)].slice(random() < 0.2 ? 0 : 1);
    const rollback = new Error("Rolled back");
    const transaction = db.transaction().execute(async (tx) => {
      for (const id of [...new Set(chosen)].sort()) {
        const user = await lockUser(tx, id);
        if (user) await pickWeighted(random)(tx, user, random);
        if (user && random() < 0.3) await pickWeighted(random)(tx, user, random);
      }
      if (random() < ROLLBACK_RATE) throw rollback;
    });
    await transaction.catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
  }
}

export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function onRandomAd(
  write: (tx: Tx, user: User, adId: string, random: Random) => Promise<unknown>,
): Write {
  return async (tx, user, random) => {
    const ads = await tx
      .selectFrom("ads")
      .select("id")
      .where("userId", "=", user.id)
      .orderBy("id")
      .execute();
    if (ads.length > 0) await write(tx, user, pick(ads, random).id, random);
  };
}

async function setExpiry(tx: Tx, user: User, random: Random): Promise<void> {
  const membershipExpiresAt = random() < 0.1 ? null : await pickInstant(tx, random);
  await updateUser(tx, user.id, { membershipExpiresAt });
}

/** Returns an instant between one hour ago and in three hours. */
async function pickInstant(tx: Tx, random: Random): Promise<Date> {
  const now = await readClock(tx);
  return new Date(now.getTime() + (random() * 4 - 1) * HOUR_MS);
}

async function hideAllOrNone(tx: Tx, user: User, random: Random): Promise<void> {
  const isHidden = random() < 0.5;
  await tx
    .updateTable("ads")
    .set({ hiddenAt: isHidden ? sql`studbook_now()` : null, hiddenReason: isHidden ? "All" : null })
    .where("userId", "=", user.id)
    .execute();
}

async function pay(tx: Tx, user: User, random: Random): Promise<void> {
  const status = pick(["succeeded", "failed"] as const, random);
  const amount = Math.floor(random() * 99);
  const createdAt = new Date(Date.UTC(2026, Math.floor(random() * 5), 1));
  await insertPayment(tx, { ...newTestPayment(user.id), status, amount, createdAt });
  await tx
    .updateTable("payments")
    .set({ status: pick(["succeeded", "refunded"] as const, random) })
    .where("userId", "=", user.id)
    .execute();
}

async function replaceUser(tx: Tx, user: User): Promise<void> {
  await tx.deleteFrom("users").where("id", "=", user.id).execute();
  await tx
    .insertInto("users")
    .values({ ...user, adCount: 0 })
    .execute();
}

async function updateUser(tx: Tx, id: string, set: Updateable<Users>): Promise<void> {
  await tx.updateTable("users").set(set).where("id", "=", id).execute();
}

async function updateAdsOf(tx: Tx, userId: string, set: ReturnType<typeof pickPlace>) {
  await tx.updateTable("ads").set(set).where("userId", "=", userId).execute();
}

// Skewed towards the front of both lists, so that writers often pick the same pairs.
function pickPlace(random: Random) {
  const skewed = () => random() ** 3;
  return { breed: pick(BREEDS, skewed), state: pick(STATE_CODES, skewed) };
}

function pickWeighted(random: Random): Write {
  const sum = writes.reduce((total, [weight]) => total + weight, 0);
  let rest = random() * sum;
  for (const [weight, write] of writes) {
    rest -= weight;
    if (rest < 0) return write;
  }
  throw new RangeError("random() must return less than 1");
}

export function pick<T>(values: readonly T[], random: Random): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined)
    throw new RangeError("values must not be empty, and random() must return less than 1");
  return value;
}
