import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, readdir, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { prepareDatabase } from "@studbook/api/prepare-database";
import { createDb } from "@studbook/db/client";
import { foldAdCounts } from "@studbook/db/queries/ad-counts";
import { deriveServerUrl } from "@studbook/db/server-role";
import { BREEDS } from "@studbook/domain/breeds";
import { STATE_CODES } from "@studbook/domain/states";
import { startEmbeddedPostgres } from "@studbook/local-postgres/embedded-postgres";
import { getFreePort } from "@studbook/local-postgres/free-port";
import { PRODUCTION_NODE_ARGS } from "@studbook/scripts/server";
import { PUBLISHABLE_KEY, SECRET_KEY } from "@studbook/stripe-sandbox/defaults";
import { startSandbox } from "@studbook/stripe-sandbox/start-sandbox";
import autocannon from "autocannon";
import pg from "pg";

const FILL = [
  `insert into users (username, password, membership_tier, membership_expires_at)
   select 'person' || n, '!', 'premium',
     now() + case when n % 10 < 3 then -1 else 1 end * (1 + random() * 300) * interval '1 day'
   from generate_series(1, $1::integer / 10) n`,
  // Skewed: few breeds and states have most of the ads.
  `insert into ads (user_id, dog_name, breed, state, birthdate, stud_fee, description, images,
     owner_name, owner_email, owner_phone, created_at)
   select owners.ids[1 + n % array_length(owners.ids, 1)], 'Dog ' || n,
     ($2::text[])[1 + floor(power(random(), 3) * ${BREEDS.length})::integer],
     ($3::text[])[1 + floor(power(random(), 3) * ${STATE_CODES.length})::integer],
     date '2016-01-01' + n % 3000, n % 3000, repeat('A steady and biddable dog. ', 12),
     array(select '/photos/' || gen_random_uuid() || '/1600.webp' from generate_series(1, 1 + n % 3)),
     'Owner ' || n, 'owner' || n || '@example.com', '555-0100',
     now() - random() * interval '1000 days'
   from generate_series(1, $1::integer) n,
     (select array_agg(id) as ids from users where username like 'person%') owners`,
];
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BASELINE = fileURLToPath(new URL("./misses-baseline.ts", import.meta.url));
const CONNECTIONS = 8;
const CLIENTS = 200;

export type Target = { pid: number; port: number };

/** One kind of request: its paths, and the kind of the hand-written server's that it is compared with. */
export type Kind = { name: string; paths: string[]; baseline?: "search" | "ad"; goal?: number };

/** Fills a migrated database with this many ads; the owners of three in ten have no membership. */
export async function fillWithAds(ownerUrl: string, ads: number): Promise<void> {
  const db = createDb({ url: ownerUrl, onPoolError: () => undefined });
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  for (const statement of FILL) {
    const values = [ads, BREEDS, STATE_CODES].slice(0, statement.includes("$2") ? 3 : 1);
    await client.query(statement, values);
  }
  await foldAdCounts(db);
  await client.query("vacuum analyze");
  await client.end();
  await db.destroy();
}

/** Lists what is requested: searches of frequent breeds and states, and their ads. */
export async function listKinds(url: string): Promise<Kind[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const filters = BREEDS.slice(0, 5).flatMap((breed) =>
    STATE_CODES.slice(0, 2).map((state) => ({ breed, state })),
  );
  const { rows } = await client.query<{ id: string }>(
    "select id from ads where listed_until between now() and 'infinity'::timestamptz - interval '1 day' limit 200",
  );
  await client.end();
  const ids = rows.map(({ id }) => id);
  const query = (filter: Record<string, string>) => new URLSearchParams(filter);
  const searches = filters.map((filter) => `/api/ads?${query({ ...filter, limit: "24" })}`);
  return [
    { name: "REST search", paths: searches, baseline: "search", goal: 0.8 },
    {
      name: "tRPC search",
      paths: filters.map((filter) => {
        return `/trpc/ads.search?${query({ input: JSON.stringify({ ...filter, limit: 24 }) })}`;
      }),
      baseline: "search",
      goal: 0.6,
    },
    { name: "REST ad", paths: ids.map((id) => `/api/ads/${id}`), baseline: "ad", goal: 0.5 },
    { name: "page /search", paths: filters.map((filter) => `/search?${query(filter)}`) },
    { name: "page /ad", paths: ids.map((id) => `/ad/${id}`) },
    { name: "page /", paths: ["/"] },
    { name: "probe /livez", paths: ["/livez"] },
  ];
}

/**
 * Returns the CPU time of a server per request in microseconds.
 *
 * @throws Error if a response is not a 200
 */
export async function measureCpuUs(
  target: Target,
  paths: string[],
  amount: number,
): Promise<number> {
  const before = await readCpuUs(target.pid);
  const result = await autocannon({
    url: `http://127.0.0.1:${target.port}`,
    connections: CONNECTIONS,
    amount,
    requests: Array.from({ length: CLIENTS }, (_, n) => ({
      path: paths[n % paths.length] ?? "/",
      headers: { "x-forwarded-for": `10.0.${n}.1`, cookie: "" },
    })),
  });
  const after = await readCpuUs(target.pid);
  if (result["2xx"] !== amount) {
    throw new Error(
      `${result.non2xx} failed of ${amount}: ${paths[0]}: ${JSON.stringify(result.statusCodeStats)}`,
    );
  }
  return (after - before) / amount;
}

async function readCpuUs(pid: number): Promise<number> {
  const tasks = await readdir(`/proc/${pid}/task`);
  const times = tasks.map(async (task) => {
    const text = await readFile(`/proc/${pid}/task/${task}/schedstat`, "utf8");
    return Number(text.split(" ")[0]) / 1000;
  });
  return (await Promise.all(times)).reduce((sum, us) => sum + us, 0);
}

/** Starts the server of a checkout, with all limits, its log in a file, and without stored responses. */
export async function startProduct(
  checkout: string,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<Target & { stop: () => Promise<void> }> {
  const port = await getFreePort();
  const log = await open(join(folder, `server-${port}.log`), "w");
  const main = join(checkout, "apps/api/src/main.ts");
  const child = spawn(process.execPath, [...PRODUCTION_NODE_ARGS, main], {
    env: {
      NODE_ENV: "production",
      STUDBOOK_MODE: "demo",
      PORT: String(port),
      DATA_DIR: join(folder, "data"),
      TRUST_PROXY: "loopback",
      RESPONSE_CACHE_MB: "0",
      PAGES_PER_MINUTE: "1000000",
      LOG_LEVEL: "info",
      ...env,
    },
    stdio: ["ignore", log.fd, log.fd, "ipc"],
  });
  await log.close();
  return { port, ...(await untilReady(child)) };
}

async function startBaseline(url: string): Promise<Target & { stop: () => Promise<void> }> {
  const port = await getFreePort();
  const child = spawn(process.execPath, [...PRODUCTION_NODE_ARGS, BASELINE, url, String(port)], {
    env: { NODE_ENV: "production" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  return { port, ...(await untilReady(child)) };
}

async function untilReady(child: ChildProcess) {
  const ended = once(child, "exit");
  const [message] = await Promise.race([once(child, "message"), ended]);
  if (message !== "ready" || child.pid === undefined) throw new Error("A server has ended");
  const stop = async () => {
    child.kill("SIGINT");
    await ended;
  };
  return { pid: child.pid, stop };
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** A median with the lowest and highest value. */
function format(values: number[], digits: number): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return `${median(values).toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
}

async function main(): Promise<void> {
  const { values: flags } = parseArgs({
    options: {
      ads: { type: "string", default: "10000" },
      rounds: { type: "string", default: "7" },
      requests: { type: "string", default: "1000" },
      only: { type: "string", default: "" },
      /** The root of another checkout, whose server is measured in the same rounds. */
      than: { type: "string" },
    },
  });
  const folder = await mkdtemp("/var/tmp/studbook-bench-misses-");
  const stops = [() => rm(folder, { recursive: true, force: true })];
  try {
    const postgres = await startEmbeddedPostgres({
      dataDir: join(folder, "postgres"),
      fsync: false,
    });
    stops.push(postgres.stop);
    const database = { ownerUrl: postgres.url, url: deriveServerUrl(postgres.url) };
    await prepareDatabase(database);
    await fillWithAds(postgres.url, Number(flags.ads));
    const sandbox = await startSandbox({
      stateDir: join(folder, "sandbox"),
      webhook: { url: "http://127.0.0.1:9/", secret: "whsec_bench" },
    });
    stops.push(sandbox.close);
    const env = {
      DATABASE_URL: database.url,
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      STRIPE_WEBHOOK_SECRET: "whsec_bench",
      STRIPE_API_URL: sandbox.url,
      STRIPE_SANDBOX_PORT: String(sandbox.port),
    };
    const product = await startProduct(ROOT, folder, env);
    stops.push(product.stop);
    const other = flags.than ? await startProduct(resolve(flags.than), folder, env) : undefined;
    if (other) stops.push(other.stop);
    const baseline = await startBaseline(database.url);
    stops.push(baseline.stop);
    const kinds = await listKinds(postgres.url);
    const rest = { search: kinds[0]?.paths ?? [], ad: kinds[2]?.paths ?? [] };
    const requests = Number(flags.requests);
    for (const kind of kinds.filter(({ name }) => name.includes(flags.only))) {
      const ours: number[] = [];
      const theirs: number[] = [];
      const before: number[] = [];
      // The first round is a warm-up.
      for (let round = 0; round <= Number(flags.rounds); round++) {
        const us = await measureCpuUs(product, kind.paths, requests);
        const beforeUs = other && (await measureCpuUs(other, kind.paths, requests));
        const handUs =
          kind.baseline && (await measureCpuUs(baseline, rest[kind.baseline], requests));
        if (round === 0) continue;
        ours.push(us);
        if (beforeUs !== undefined) before.push(beforeUs / us);
        if (handUs !== undefined) theirs.push(handUs / us);
      }
      const parts = [`${kind.name.padEnd(14)} ${format(ours, 0)} us`];
      if (before.length > 0) parts.push(`${format(before, 2)} of the other's throughput`);
      if (theirs.length > 0) parts.push(`${format(theirs, 2)} of hand-written (goal ${kind.goal})`);
      process.stdout.write(`${parts.join(", ")}\n`);
    }
  } finally {
    for (let next = stops.pop(); next; next = stops.pop()) await next();
  }
}

if (import.meta.main) await main();
