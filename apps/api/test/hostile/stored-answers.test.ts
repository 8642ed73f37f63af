import { createAd, createUser } from "@studbook/db/test/factories";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fakeWebApp } from "../fake-web-app.ts";
import { comparable, openPair, type Pair, type RawRequest } from "../stored-answers/pair.ts";
import { plainRequests, publicRequests } from "../stored-answers/public-requests.ts";
import { RUNS, SEED, TIMEOUT_MS } from "./check-bodies.ts";

/** One request costs little. */
const REQUESTS = RUNS * 10;

const webApp = fakeWebApp({
  async render({ url }) {
    // `//` is a path and not a URL.
    const [path] = url.split("?");
    return { kind: "page", status: 200, html: `<!doctype html>${path}` };
  },
});

let test: TestDb;
let pair: Pair;
let ids: string[];
beforeAll(async () => {
  test = await createTestDb();
  const { id: userId } = await createUser(test.db);
  const places = [{ breed: "Boxer" }, { breed: "Akita", state: "OH" }, { state: "OH" }] as const;
  const ads = await Promise.all(places.map((place) => createAd(test.db, userId, place)));
  ids = ads.map(({ id }) => id);
  await test.run("update ads set hidden_at = now(), hidden_reason = 'x' where id = $1", [ids[2]]);
  pair = await openPair(test, webApp);
});
afterAll(async () => {
  await pair.close();
  await test.drop();
});

async function expectSame(request: RawRequest) {
  const expected = await comparable(await pair.sendPlain(request));
  for (const _ of ["made", "stored"]) {
    expect(await comparable(await pair.send(request))).toEqual(expected);
  }
}

it(
  "a server that stores responses answers any request like one that does not",
  async () => {
    const plain = plainRequests(ids);
    const { hits } = pair.cache;
    await fc.assert(
      fc.asyncProperty(publicRequests(ids), fc.constantFrom(...plain), async (request, next) => {
        await expectSame(request);
        // Nobody can leave a response for the requests of others.
        await expectSame(next);
      }),
      { seed: SEED, numRuns: REQUESTS },
    );
    for (const request of plain) await expectSame(request);
    expect(pair.cache.hits - hits).toBeGreaterThan(REQUESTS);
  },
  TIMEOUT_MS,
);
