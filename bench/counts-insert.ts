import { parseArgs } from "node:util";
import type { Db } from "@studbook/db/client";
import { foldAdCounts } from "@studbook/db/queries/ad-counts";
import { foldTotals } from "@studbook/db/queries/totals";
import { createUser, newTestAd } from "@studbook/db/test/factories";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import { startTestServer } from "@studbook/db/test/test-server";
import pg from "pg";
import { median } from "./spread.ts";

const { values: flags } = parseArgs({
  options: {
    runs: { type: "string", default: "10" },
    seconds: { type: "string", default: "2" },
    rows: { type: "string", default: "1" },
  },
});
const RUNS = Number(flags.runs);
const RUN_MS = Number(flags.seconds) * 1000;
const ROWS = Number(flags.rows);
const WRITERS = 4;
const PLACES = 50;

/**
 * Measures the cost of exact counts for inserts. Four writers alternate between the normal table and one
 * without the triggers of counts and totals. Prints the ratio of the median throughputs.
 */
async function main(): Promise<void> {
  const server = await startTestServer();
  process.env.TEST_DATABASE_URL = server.url;
  try {
    process.stdout.write(`On ${server.description}, ${WRITERS} writers, ${ROWS} rows per insert\n`);
    const [counted, bare] = [await prepare(true), await prepare(false)];
    const speeds = { counted: [0].slice(1), bare: [0].slice(1) };
    await counted.run(RUN_MS / 2);
    await bare.run(RUN_MS / 2);
    for (let run = 0; run < RUNS; run++) {
      const order = run % 2 ? (["counted", "bare"] as const) : (["bare", "counted"] as const);
      for (const kind of order) {
        speeds[kind].push(await (kind === "counted" ? counted : bare).run(RUN_MS));
      }
      await foldAdCounts(counted.db);
      await foldTotals(counted.db);
    }
    report(speeds);
    await counted.close();
    await bare.close();
  } finally {
    await server.stop();
  }
}

function report(speeds: { counted: number[]; bare: number[] }): void {
  const [counted, bare] = [median(speeds.counted), median(speeds.bare)];
  const pairs = speeds.counted.map((speed, run) => speed / (speeds.bare[run] ?? Number.NaN));
  const lowest = Math.min(...pairs).toFixed(2);
  const highest = Math.max(...pairs).toFixed(2);
  process.stdout.write(
    `inserts/s, medians of ${RUNS} runs: ${bare.toFixed(0)} without counts, ${counted.toFixed(0)} with\n` +
      `ratio ${(counted / bare).toFixed(2)} (pairs ${lowest} to ${highest})\n`,
  );
}

type Table = { db: Db; run(ms: number): Promise<number>; close(): Promise<void> };

async function prepare(isCounted: boolean): Promise<Table> {
  const studbook = await createTestDb();
  const clients: pg.Client[] = [];
  if (!isCounted) await dropCountTriggers(studbook);
  const userIds: string[] = [];
  for (let writer = 0; writer < WRITERS; writer++) {
    userIds.push((await createUser(studbook.db)).id);
    const client = new pg.Client({ connectionString: studbook.url });
    await client.connect();
    clients.push(client);
  }
  return {
    db: studbook.db,
    async run(ms) {
      const end = performance.now() + ms;
      const counts = await Promise.all(
        clients.map((client, writer) => insertUntil(end, client, userIds[writer] ?? "", writer)),
      );
      return (counts.reduce((sum, n) => sum + n, 0) * 1000) / ms;
    },
    async close() {
      for (const client of clients) await client.end();
      await studbook.drop();
    },
  };
}

async function insertUntil(end: number, client: pg.Client, userId: string, writer: number) {
  const { dogName, birthdate, studFee, description, ownerName, ownerEmail } = newTestAd;
  let inserts = 0;
  while (performance.now() < end) {
    const place = (inserts * WRITERS + writer) % PLACES;
    await client.query({
      name: "insert-ad",
      text: `insert into ads (user_id, dog_name, breed, state, birthdate, stud_fee, description,
          images, owner_name, owner_email)
        select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 from generate_series(1, $11::integer)`,
      values: [
        userId,
        dogName,
        `Breed ${place}`,
        "TX",
        birthdate,
        studFee,
        description,
        ["/photos/1", "/photos/2"],
        ownerName,
        ownerEmail,
        ROWS,
      ],
    });
    inserts++;
  }
  return inserts;
}

async function dropCountTriggers(studbook: TestDb): Promise<void> {
  const client = new pg.Client({ connectionString: studbook.ownerUrl });
  await client.connect();
  const triggers = ["count_inserted", "count_updated", "count_deleted", "count_truncated"];
  for (const name of [...triggers, "total_inserted", "total_deleted", "total_truncated"]) {
    await client.query(`drop trigger ads_${name} on ads`);
  }
  await client.end();
}

await main();
