import { isDeepStrictEqual, parseArgs } from "node:util";
import { loadWebApp } from "@studbook/api/load-web-app";
import {
  comparable,
  openPair,
  type Pair,
  type RawRequest,
} from "@studbook/api/test/stored-answers/pair";
import {
  plainRequests,
  samplePublicRequests,
} from "@studbook/api/test/stored-answers/public-requests";
import { PASSWORD, testConfig } from "@studbook/api/test/test-app";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import { startTestServer } from "@studbook/db/test/test-server";
import { call } from "./client.ts";
import { type CanarySite, createCanarySite, type Visitor } from "./stored-answers/canary-site.ts";

const { values: flags } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
  },
});
const REQUESTS_PER_ROUND = 40;
const EXAMPLES = 10;
const NEVER_STORED = /^(set-cookie|x-request-id|ratelimit-\w+)$/m;

type Counts = {
  rounds: number;
  requests: number;
  compared: number;
  hits: number;
  searched: number;
};

/**
 * Lets guests, members, owners and admins send the same requests at the same time, and searches every stored response and
 * every response to a guest for private texts. Compares the responses to guests with those of a server that stores none.
 */
class Canaries {
  readonly counts: Counts = { rounds: 0, requests: 0, compared: 0, hits: 0, searched: 0 };
  readonly problems = new Map<string, string[]>();
  readonly #test: TestDb;
  readonly #pair: Pair;
  readonly #site: CanarySite;

  constructor(test: TestDb, pair: Pair, site: CanarySite) {
    this.#test = test;
    this.#pair = pair;
    this.#site = site;
  }

  async runRound(seed: number): Promise<void> {
    const { publicIds, privateIds } = this.#site;
    const ids = [...publicIds, ...privateIds];
    const generated = samplePublicRequests(ids, { seed, count: REQUESTS_PER_ROUND });
    for (const request of [...generated, ...plainRequests(ids), ...privateRequests(privateIds)]) {
      await this.#sendAsAll(request);
    }
    this.#searchStore();
    this.counts.rounds++;
    await this.#change(seed);
  }

  async #sendAsAll(request: RawRequest): Promise<void> {
    const expected = await comparable(await this.#pair.sendPlain(request));
    const { hits } = this.#pair.cache;
    // Lucia extends sessions in the second half of their lifetime and sets the cookie again.
    await this.#test.run("update sessions set expire = studbook_now() + interval '1 day'");
    const { visitors } = this.#site;
    // Somebody else is first each time, whose response may be stored.
    const first = (this.counts.compared / 2) % visitors.length;
    const ordered = [...visitors.slice(first), ...visitors.slice(0, first)];
    await Promise.all(ordered.map((visitor) => this.#sendAs(visitor, request)));
    for (const _ of ["after all others", "again"]) {
      const actual = await comparable(await this.#pair.send(request));
      this.counts.compared++;
      if (isDeepStrictEqual(actual, expected)) continue;
      this.#report("differs from a new response", request, explain(actual, expected));
    }
    this.counts.hits += this.#pair.cache.hits - hits;
  }

  async #sendAs({ name, cookie }: Visitor, request: RawRequest): Promise<void> {
    const headers = { ...request.headers, ...(cookie && { cookie }) };
    const response = await this.#pair.send({ ...request, headers });
    this.counts.requests++;
    const { body, headers: sent } = await comparable(response);
    const isShared = sent["cache-control"]?.includes("public") ?? false;
    const text = JSON.stringify(sent) + body;
    if (isShared && sent["set-cookie"]) this.#report("public with a cookie", request, name);
    if (cookie && !isShared) return;
    const found = this.#site.findPrivate(text);
    if (found.length > 0)
      this.#report("private texts in a public response", request, `${name}: ${found}`);
  }

  #searchStore(): void {
    for (const response of this.#pair.cache.store.responses()) {
      const [headers = "", ...bodies] = response.contents().map(String);
      this.counts.searched++;
      const found = this.#site.findPrivate([headers, ...bodies].join("\n"));
      if (NEVER_STORED.test(headers)) found.push(headers);
      if (found.length > 0)
        this.#report("private texts in the store", undefined, `${response.tags}: ${found}`);
    }
  }

  /** Changes what is public, so that the next round stores other responses. */
  async #change(seed: number): Promise<void> {
    const { publicIds } = this.#site;
    const id = publicIds[seed % publicIds.length];
    const set =
      seed % 2 === 0
        ? "hidden_at = now(), hidden_reason = 'canary-' || gen_random_uuid()"
        : "hidden_at = null, hidden_reason = null";
    await this.#test.run(`update ads set ${set} where id = $1`, [id]);
    await this.#pair.cache.freshness.catchUp();
  }

  #report(kind: string, request: RawRequest | undefined, details: string): void {
    const list = this.problems.get(kind) ?? [];
    this.problems.set(kind, list);
    list.push(`${request ? JSON.stringify(request) : ""} ${details}`);
  }
}

/** Requests for what only some may see, with batches of private and public calls. */
function privateRequests(privateIds: readonly string[]): RawRequest[] {
  const batch = encodeURIComponent(JSON.stringify({ 0: {}, 1: { id: privateIds[0] }, 2: {} }));
  const paths = [
    ...["/api/my-ads", "/api/auth/me", "/api/admin/users", "/api/admin/stats", "/trpc/auth.me"],
    ...["/my-ads", "/account", "/admin", "/admin/users", "/create-ad", "/checkout", "/login"],
    ...["/trpc/admin.users?input=%7B%7D", "/trpc/ads.mine"],
    `/trpc/auth.me,ads.byId,ads.search?batch=1&input=${batch}`,
    `/trpc/ads.search,ads.byId,auth.me?batch=1&input=${batch}`,
  ];
  return paths.map((path) => ({ method: "GET", path, headers: {} }));
}

function explain(actual: object, expected: object): string {
  const differing = Object.entries(expected).flatMap(([name, value]) => {
    const other = Object.entries(actual).find(([key]) => key === name)?.[1];
    if (isDeepStrictEqual(other, value)) return [];
    return [
      `${name}: ${JSON.stringify(other).slice(0, 300)} instead of ${JSON.stringify(value).slice(0, 300)}`,
    ];
  });
  return differing.join("; ");
}

/** Signs a member in, which makes a device known, and adds the tokens to what must not be stored. */
async function signIn({ url }: Pair, site: CanarySite, test: TestDb): Promise<void> {
  const [row] = await test.run(
    "select username from users where is_active and password <> '!' limit 1",
  );
  const body = { username: row?.username, password: PASSWORD };
  const { status, cookie } = await call(`${url}/api/login`, { method: "POST", body });
  if (status !== 200) throw new Error(`The sign-in failed: ${status}`);
  for (const [, token = ""] of cookie.matchAll(/(?:studbook|studbook-device)=([^;]+)/g)) {
    site.addSecret(token);
  }
  site.visitors.push({ name: "known device", cookie });
}

async function main(): Promise<void> {
  const seed = Number(flags.seed);
  const server = await startTestServer();
  const test = await createTestDb({ server: server.url });
  const pair = await openPair(test, await loadWebApp(testConfig().webDist));
  const site = await createCanarySite(test);
  await signIn(pair, site, test);
  const canaries = new Canaries(test, pair, site);
  const until = performance.now() + Number(flags.minutes) * 60_000;
  for (let round = 0; performance.now() < until; round++) await canaries.runRound(seed + round);
  const { rounds, requests, compared, hits, searched } = canaries.counts;
  process.stdout.write(
    `seed ${seed}: ${rounds} rounds, ${requests} requests, ${compared} responses compared, ${hits} of all from memory, ` +
      `${searched} stored responses searched\n`,
  );
  for (const [kind, examples] of canaries.problems) {
    process.stdout.write(`${kind}: ${examples.length}\n`);
    for (const example of examples.slice(0, EXAMPLES)) process.stdout.write(`  ${example}\n`);
  }
  process.exitCode = canaries.problems.size > 0 || hits === 0 ? 1 : 0;
  await pair.close();
  await test.drop();
  await server.stop();
}

await main();
