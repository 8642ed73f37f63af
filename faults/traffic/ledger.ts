import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { listWrongSums } from "@studbook/db/queries/wrong-sums";
import { newTestAd } from "@studbook/db/test/factories";
import { runSql } from "@studbook/db/test/test-db";
import { photoPath } from "@studbook/domain/photos";
import { Findings } from "../row.ts";
import type { Member, Site } from "../stage/site.ts";
import { waitUntil } from "../stage/wait.ts";
import type { Answer, Call } from "./send.ts";

const SELLERS = 4;
const SIGN_UP_CLIENTS = 2;
const BUYERS = 150;
const PHOTOS_PER_SELLER = 400;
const PAUSE_MS = 20;
const TIMEOUT_MS = 5000;
/** A payment whose confirmation got lost is found by the reconciliation. */
const RECONCILED_MS = 150_000;

/** Writes of every kind, and a record of what the server has acknowledged. */
export type Ledger = {
  /** Stops writing. */
  stop(): Promise<void>;
  /** Compares the database with what was acknowledged. Waits until paid memberships are active. */
  verify(): Promise<Findings>;
  /** Stops writing, also if the row fails. */
  [Symbol.asyncDispose](): Promise<void>;
};

/** Starts clients that sign up, create and delete ads and buy memberships, until `stop`. */
export async function startLedger(site: Site): Promise<Ledger> {
  const signedUp: string[] = [];
  const created = new Set<string>();
  let creations = 0;
  const deleted: string[] = [];
  const charged: string[] = [];
  const stopping = new AbortController();
  const { signal } = stopping;
  const post = (path: string, call: Call): Promise<Answer> =>
    site.send(path, { method: "POST", timeoutMs: TIMEOUT_MS, ...call });

  async function signUp(): Promise<void> {
    const username = `crash-${randomUUID()}`;
    const body = { username, password: "crash-password", membershipTier: "basic" };
    const { status } = await post("/api/signup", { from: site.newAddress(), body });
    if (status === 201) signedUp.push(username);
  }

  async function createAndDelete({ cookie, from }: Member, image: string): Promise<void> {
    const body = { ...newTestAd, images: [image] };
    const creation = await post("/api/ads", { cookie, from, body });
    if (creation.status !== 201) return;
    const { id }: { id: string } = JSON.parse(creation.text);
    if (creations++ % 2 === 0) {
      created.add(id);
      return;
    }
    const { status } = await post(`/api/ads/${id}`, { method: "DELETE", cookie, from });
    if (status === 200) deleted.push(id);
  }

  async function buy({ id, cookie, from }: Member): Promise<void> {
    const order = { membershipTier: "basic" };
    const intent = await post("/api/create-payment-intent", { cookie, from, body: order });
    if (intent.status !== 200) return;
    const paymentIntentId = await site.charge(JSON.parse(intent.text).clientSecret);
    charged.push(id);
    await post("/api/confirm-membership", { cookie, from, body: { ...order, paymentIntentId } });
  }

  const repeat = async <T>(items: Iterable<T>, work: (item: T) => Promise<void>) => {
    for (const item of items) {
      if (signal.aborted) return;
      await work(item);
      await delay(PAUSE_MS);
    }
  };
  const sellers = await site.createMembers(SELLERS);
  const images = await Promise.all(sellers.map((seller) => insertPhotos(site, seller)));
  const buyers = await site.createMembers(BUYERS, {
    membershipTier: null,
    membershipExpiresAt: null,
  });
  const working = Promise.all([
    ...Array.from({ length: SIGN_UP_CLIENTS }, () => repeat(Array(10_000).keys(), signUp)),
    ...sellers.map((seller, n) =>
      repeat(images[n] ?? [], (image) => createAndDelete(seller, image)),
    ),
    repeat(buyers, buy),
  ]);

  const stop = async () => {
    stopping.abort();
    await working;
  };
  return {
    stop,
    [Symbol.asyncDispose]: stop,
    async verify() {
      const findings = new Findings();
      const missing = async (table: "users" | "ads", column: string, values: string[]) => {
        const rows = await runSql(
          site.owner,
          `select v from unnest($1::text[]) v where not exists (select from ${table} where ${column}::text = v)`,
          [values],
        );
        return rows.map(({ v }) => String(v));
      };
      const absent = await missing("users", "username", signedUp);
      findings.none(`lost of ${signedUp.length} sign-ups`, absent);
      findings.none(`lost of ${created.size} listings`, await missing("ads", "id", [...created]));
      const stillThere = deleted.length - (await missing("ads", "id", deleted)).length;
      findings.atMost(`undone of ${deleted.length} deletions`, stillThere, 0);
      let unpaid: string[] = charged;
      await waitUntil(RECONCILED_MS, async () => {
        unpaid = await listWithoutMembership(site, charged);
        return unpaid.length === 0;
      });
      findings.none(`charges without a membership of ${charged.length}`, unpaid);
      findings.none("wrong counts", await listWrongSums(site.owner));
      for (const done of [signedUp, [...created], deleted, charged]) {
        if (done.length === 0) findings.expect("every kind of write was acknowledged", false);
      }
      return findings;
    },
  };
}

async function insertPhotos(site: Site, { id }: Member): Promise<string[]> {
  const rows = await runSql(
    site.owner,
    `insert into photos (id, user_id, width, height, bytes)
     select gen_random_uuid(), $1, 4, 3, 9 from generate_series(1, $2::int) returning id`,
    [id, PHOTOS_PER_SELLER],
  );
  return rows.map((row) => photoPath(String(row.id), 1600));
}

async function listWithoutMembership(site: Site, userIds: readonly string[]): Promise<string[]> {
  const rows = await runSql(
    site.owner,
    "select id from users where id = any($1::uuid[]) and membership_tier is null",
    [userIds],
  );
  return rows.map(({ id }) => String(id));
}
