import { createDb, type Db } from "@studbook/db/client";
import { countPendingRows } from "@studbook/db/queries/pending-rows";
import { createAd, createUser } from "@studbook/db/test/factories";
import { type FaultProxy, startFaultProxy } from "@studbook/db/test/fault-proxy";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import pino from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startFoldingCounts } from "./fold-counts.ts";

const logger = pino({ level: "silent" });
const NOTHING = { counts: 0, totals: 0, unsweptAds: 0 };

let test: TestDb;
let proxy: FaultProxy;
let db: Db;
let stopping: AbortController;
beforeEach(async () => {
  test = await createTestDb();
  proxy = await startFaultProxy(test.url);
  db = createDb({
    url: proxy.url,
    poolSize: 1,
    statementTimeoutMs: 500,
    onPoolError: () => undefined,
  });
  stopping = new AbortController();
  await addListing();
  expect(await countPendingRows(test.db)).not.toEqual(NOTHING);
  startFoldingCounts(db, logger, stopping.signal, { busyMs: 50, idleMs: 200 });
  await untilFolded();
});
afterEach(async () => {
  stopping.abort();
  proxy.reset();
  await db.destroy();
  await proxy.close();
  await test.drop();
});

async function addListing(): Promise<void> {
  const { id } = await createUser(test.db, {
    membershipTier: "premium",
    membershipExpiresAt: new Date(Date.now() + 86_400_000),
  });
  await createAd(test.db, id);
}

const untilFolded = () =>
  expect.poll(() => countPendingRows(test.db), { timeout: 10_000 }).toEqual(NOTHING);

it("folds what was written while there was nothing to fold", async () => {
  await addListing();
  await untilFolded();
});

it("sweeps ads whose membership has expired", async () => {
  // Without the sample ads, whose owners need no membership.
  const countListed = async () =>
    (await test.run("select count(*)::int as n from ads where listed_until < 'infinity'"))[0]?.n;
  expect(await countListed()).toBe(1);
  await test.advance(86_400_000);
  await expect.poll(countListed, { timeout: 10_000 }).toBe(0);
  await untilFolded();
});

it("continues after all connections were reset", async () => {
  proxy.reset();
  await addListing();
  await untilFolded();
});

it("continues although its connection never responds again", async () => {
  proxy.pause();
  await addListing();
  proxy.heal();
  await untilFolded();
});
