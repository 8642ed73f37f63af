import { FREE_LARGE_BLOCK } from "@studbook/db/client";
import { compileSearch } from "@studbook/db/queries/search-ads";
import { createAd, createUser } from "@studbook/db/test/factories";
import { createTestDb } from "@studbook/db/test/test-db";
import { startTestServer } from "@studbook/db/test/test-server";
import pg from "pg";

const RUNS = 12;
const SEARCHES = 400;
const ADS = 200;

/**
 * Measures what the first statement of a connection saves. Searches alternate between a connection that has run it and one
 * that has not. Prints the median ratio of their durations.
 */
async function main(): Promise<void> {
  const server = await startTestServer();
  process.env.TEST_DATABASE_URL = server.url;
  try {
    const studbook = await createTestDb();
    const { id } = await createUser(studbook.db);
    for (let n = 0; n < ADS; n++) await createAd(studbook.db, id, { description: "x".repeat(200) });
    const [bare, prepared] = await Promise.all([connect(studbook.url), connect(studbook.url)]);
    await prepared.query(FREE_LARGE_BLOCK);
    const ratios: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const before = await measureSearches(bare);
      ratios.push((await measureSearches(prepared)) / before);
    }
    ratios.sort((a, b) => a - b);
    const [lowest, median, highest] = [0, RUNS / 2, RUNS - 1].map((n) => ratios[n]?.toFixed(2));
    process.stdout.write(`On ${server.description}\nratio ${median} (${lowest} to ${highest})\n`);
    await Promise.all([bare.end(), prepared.end()]);
    await studbook.drop();
  } finally {
    await server.stop();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** Returns milliseconds. */
async function measureSearches(client: pg.Client): Promise<number> {
  const { sql: text, parameters } = compileSearch({ limit: 100 });
  const startedAt = performance.now();
  for (let n = 0; n < SEARCHES; n++) {
    await client.query({ name: "search", text, values: [...parameters] });
  }
  return performance.now() - startedAt;
}

await main();
