import { createAd, createUser } from "@studbook/db/test/factories";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import { BREEDS, type Breed } from "@studbook/domain/breeds";
import { z } from "@studbook/domain/schemas/z";
import type { StateCode } from "@studbook/domain/states";
import type { FastifyInstance } from "fastify";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { fakeWebApp } from "../../test/fake-web-app.ts";
import { buildTestApp, signInAs } from "../../test/test-app.ts";
import type { RenderRequest } from "../pages/page-contract.ts";
import { ResponseCache } from "./response-cache.ts";

/** Generous, for a busy machine. */
const WAIT = { timeout: 20_000, interval: 20 };

const SHORTEST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** Reads that are errors without the ad, which are stored only if they are pages. */
const NEVER_STORED = /^\/api\/ads\/|^\/trpc\/ads\.(?:byId|page)\?/;

type Server = { app: FastifyInstance; cache: ResponseCache; url: string };

let test: TestDb;
let server: Server;
let other: Server;
beforeAll(async () => {
  test = await createTestDb();
  [server, other] = await Promise.all([openServer(), openServer()]);
});
afterAll(async () => {
  await Promise.all([server, other].map(closeServer));
  await test.drop();
});

async function openServer(): Promise<Server> {
  const logger = pino({ level: "silent" });
  const cache = new ResponseCache({ maxBytes: 10_000_000, databaseUrl: test.url, logger });
  const app = await buildTestApp(test.db, { cache, webApp: fakeWebApp({ render }) });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  await cache.freshness.catchUp();
  return { app, cache, url };
}

async function closeServer({ app, cache }: Server): Promise<void> {
  await app.close();
  await cache.close();
}

/** Renders what the calls of a page return. */
async function render({ url, call }: Pick<RenderRequest, "url" | "call">) {
  const { pathname, searchParams } = new URL(url, "http://studbook.test");
  const [, folder, id = ""] = pathname.split("/");
  const calls: Record<string, () => Promise<unknown>> = {
    ad: () => call("ads.page", "query", { id }),
    owners: () => call("ads.ofOwner", "query", { id }),
    search: () => call("ads.search", "query", Object.fromEntries(searchParams)),
  };
  try {
    const html = JSON.stringify(await calls[folder ?? ""]?.());
    return { kind: "page", status: 200, html } as const;
  } catch {
    return { kind: "page", status: 404, html: "Ad Not Found" } as const;
  }
}

type TestAd = { id: string; userId: string; breed: Breed; state: StateCode };

const breeds = BREEDS.values();

/** Creates an ad of a breed that no other ad of these tests has. */
async function addAd(): Promise<TestAd> {
  const [breed, moved] = [breeds.next().value, breeds.next().value];
  if (!breed || !moved) throw new Error("There are too few breeds");
  const { id: userId } = await createUser(test.db);
  return await createAd(test.db, userId, { breed, state: "TX" });
}

const Counts = z.array(z.object({ name: z.string(), count: z.number() }));

/** The public reads that show an ad while it is public. */
function readsOf({ id, userId, breed, state }: TestAd): string[] {
  const trpc = (name: string, input: object) =>
    `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
  const named = encodeURIComponent(breed);
  const neighbor = "00000000-0000-4000-8000-000000000000";
  return [
    `/api/ads/${id}`,
    `/ad/${id}`,
    `/owners/${userId}`,
    `/search?breed=${named}`,
    `/api/ads?limit=200`,
    `/api/ads?limit=200&breed=${named}`,
    `/api/ads?limit=200&breed=${named}&breed=Whippet`,
    `/api/ads?limit=200&state=${state}`,
    `/api/ads?limit=200&breed=${named}&state=${state}`,
    "/api/breeds",
    trpc("ads.byId", { id }),
    trpc("ads.page", { id }),
    trpc("ads.related", { id: neighbor, breed, userId: neighbor }),
    trpc("ads.searchSummaries", { breed, limit: 200 }),
  ];
}

async function read(path: string, { breed, id }: TestAd, from = server) {
  const { hits } = from.cache;
  const response = await fetch(from.url + path);
  const body = await response.text();
  const isShown =
    path === "/api/breeds"
      ? Counts.parse(JSON.parse(body)).some(({ name, count }) => name === breed && count === 1)
      : body.includes(id);
  return { path, isShown, isHit: from.cache.hits > hits };
}

async function readAll(ad: TestAd, from = server) {
  const found = [];
  for (const path of readsOf(ad)) found.push(await read(path, ad, from));
  return found;
}

const allOf = (ad: TestAd, expected: { isShown: boolean }) =>
  readsOf(ad).map((path) => expect.objectContaining({ path, ...expected }));

async function isPaused({ id }: TestAd): Promise<boolean> {
  const [row] = await test.run(
    "select coalesce(paused_until > studbook_now(), false) as is_paused from ads where id = $1",
    [id],
  );
  return row?.isPaused === true;
}

/**
 * Pauses an ad for a moment, in which `meanwhile` runs and everything is stored that does not show it. Returns the ad as
 * `meanwhile` has left it.
 */
async function pauseForAMoment(
  ad: TestAd,
  meanwhile: () => Promise<Partial<TestAd>> = async () => ({}),
): Promise<TestAd> {
  for (let ms = SHORTEST_PAUSE_MS; ms < LONGEST_PAUSE_MS; ms *= 2) {
    await test.run("update ads set paused_until = studbook_now() + $2::interval where id = $1", [
      ad.id,
      `${ms} ms`,
    ]);
    const changed = { ...ad, ...(await meanwhile()) };
    await server.cache.freshness.catchUp();
    // While another ad has just ended or returned, lists are not stored.
    while (await isPaused(ad)) {
      const found = await readAll(changed);
      if (!(await isPaused(ad))) break;
      expect(found).toEqual(allOf(changed, { isShown: false }));
      if (found.every(({ path, isHit }) => isHit || NEVER_STORED.test(path))) return changed;
    }
  }
  throw new Error("The responses that do not show the ad were not stored");
}

/** Waits for the return of a paused ad and expects that all reads show it from then on, and not before. */
async function expectReturn(ad: TestAd): Promise<void> {
  await vi.waitFor(async () => {
    const isOver = !(await isPaused(ad));
    const found = await readAll(ad);
    if (await isPaused(ad)) expect(found).toEqual(allOf(ad, { isShown: false }));
    if (!isOver) throw new Error("It has not returned yet");
    expect(found).toEqual(allOf(ad, { isShown: true }));
  }, WAIT);
}

describe("a pause", () => {
  it("shows in the next response of its server, and soon in those of others, as does its end", async () => {
    const ad = await addAd();
    const cookie = await signInAs(test.db, ad.userId);
    await Promise.all([server, other].map(({ cache }) => cache.freshness.catchUp()));
    const send = async (verb: string, body: object) => {
      const response = await fetch(`${server.url}/api/ads/${ad.id}/${verb}`, {
        method: "POST",
        headers: { cookie, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(200);
    };
    const expectShown = async (isShown: boolean) => {
      expect(await readAll(ad)).toEqual(allOf(ad, { isShown }));
      await vi.waitFor(
        async () => expect(await readAll(ad, other)).toEqual(allOf(ad, { isShown })),
        WAIT,
      );
    };
    await expectShown(true);
    for (let round = 0; round < 3; round++) {
      await send("pause", { until: null });
      await expectShown(false);
      await send("resume", {});
      await expectShown(true);
    }
  });

  it("of thousands of ads at once drops everything", async () => {
    const ad = await addAd();
    await readAll(ad);
    await test.run(
      `insert into ads (user_id, dog_name, breed, state, birthdate, stud_fee, description, images, owner_name, owner_email)
       select $1, 'Rex', 'Whippet', 'OH', '2022-01-01', 1, 'x', '{}', 'x', 'x@example.com' from generate_series(1, 1500)`,
      [ad.userId],
    );
    await test.run("update ads set paused_until = 'infinity' where user_id = $1", [ad.userId]);
    await server.cache.freshness.catchUp();
    expect(server.cache.store.size).toBe(0);
    expect(await readAll(ad)).toEqual(allOf(ad, { isShown: false }));
    await test.run("delete from users where id = $1", [ad.userId]);
  });
});

describe("an ad that returns from its pause", () => {
  it("is sent from that instant on, although nothing is written", async () => {
    const ad = await addAd();
    await pauseForAMoment(ad);
    await expectReturn(ad);
  });

  it("is sent with the breed and state that it was given meanwhile", async () => {
    const ad = await addAd();
    const [breed, state] = [breeds.next().value ?? "Boxer", "ME"] as const;
    const moved = await pauseForAMoment(ad, async () => {
      await test.run("update ads set breed = $2, state = $3 where id = $1", [ad.id, breed, state]);
      return { breed, state };
    });
    await expectReturn(moved);
    const before = readsOf(ad).filter((path) => path.startsWith("/api/ads?limit=200&"));
    for (const path of before) expect(await read(path, ad)).toMatchObject({ isShown: false });
  });

  it("is sent by a server that was started after it was paused", async () => {
    const ad = await addAd();
    const before = server;
    await pauseForAMoment(ad, async () => {
      if (server !== before) await closeServer(server);
      server = await openServer();
      return {};
    });
    await expectReturn(ad);
    await closeServer(server);
    server = before;
  });

  it.each([
    [
      "hidden and restored",
      "update ads set hidden_at = now(), hidden_reason = 'x' where user_id = $1",
      "update ads set hidden_at = null, hidden_reason = null where user_id = $1",
    ],
    [
      "deactivated and reactivated",
      "update users set is_active = false where id = $1",
      "update users set is_active = true where id = $1",
    ],
    [
      "expired and renewed",
      "update users set membership_expires_at = now() where id = $1",
      "update users set membership_expires_at = now() + interval '1 year' where id = $1",
    ],
    [
      "about to expire before its return, and renewed",
      "update users set membership_expires_at = now() + interval '1 ms' where id = $1",
      "update users set membership_expires_at = now() + interval '1 year' where id = $1",
    ],
  ])("is sent although it was %s meanwhile", async (_, ...statements) => {
    const ad = await addAd();
    await pauseForAMoment(ad, async () => {
      for (const statement of statements) await test.run(statement, [ad.userId]);
      return {};
    });
    await expectReturn(ad);
  });

  it("is not sent if the owner's membership has ended before that", async () => {
    const ad = await addAd();
    const expire =
      "update users set membership_expires_at = now() + interval '100 ms' where id = $1";
    await pauseForAMoment(ad, async () => {
      await test.run(expire, [ad.userId]);
      return {};
    });
    await vi.waitFor(async () => expect(await isPaused(ad)).toBe(false), WAIT);
    expect(await readAll(ad)).toEqual(allOf(ad, { isShown: false }));
  });

  it("and whose owner's membership ends later is sent until then", async () => {
    const ad = await addAd();
    await pauseForAMoment(ad, async () => {
      const set = "membership_expires_at = paused_until + interval '2500 ms'";
      await test.run(
        `update users set ${set} from ads where ads.user_id = users.id and ads.id = $1`,
        [ad.id],
      );
      return {};
    });
    const isListed = async () => {
      const [row] = await test.run(
        "select listed_until > studbook_now() as is_listed from ads where id = $1",
        [ad.id],
      );
      return row?.isListed === true;
    };
    const describeState = async () =>
      (await isPaused(ad)) ? "paused" : (await isListed()) ? "public" : "ended";
    const seen = new Set<string>();
    await vi.waitFor(async () => {
      const before = await describeState();
      const found = await readAll(ad);
      if ((await describeState()) !== before) throw new Error("It has changed meanwhile");
      expect(found).toEqual(allOf(ad, { isShown: before === "public" }));
      seen.add(before);
      expect(before).toBe("ended");
    }, WAIT);
    expect([...seen]).toContain("public");
  });

  it("is sent after the database's clock was set forward, and is not after it was set back", async () => {
    const ad = await addAd();
    const pause = "update ads set paused_until = now() + interval '30 days' where id = $1";
    await test.run(pause, [ad.id]);
    await server.cache.freshness.catchUp();
    expect(await readAll(ad)).toEqual(allOf(ad, { isShown: false }));
    for (const [days, isShown] of [
      [30, true],
      [-30, false],
    ] as const) {
      await test.advance(days * 24 * 60 * 60 * 1000);
      await server.cache.freshness.catchUp();
      expect(await readAll(ad)).toEqual(allOf(ad, { isShown }));
    }
  });
});
