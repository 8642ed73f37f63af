import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type FaultProxy, startFaultProxy } from "../test/fault-proxy.ts";
import { createTestDb, type TestDb } from "../test/test-db.ts";
import { createDb, type Db } from "./client.ts";
import { createReplicaReads, REPLICA_READ_MS } from "./replica-reads.ts";
import { WaitBudget, withWaitBudget } from "./wait-budget.ts";

/** Too little for the whole time of the replica and as much on the primary. */
const SHORT_MS = 2 * REPLICA_READ_MS - 100;

let test: TestDb;
let proxy: FaultProxy;
/** The same database through a proxy. */
let replica: Db | undefined;
let reads: ReturnType<typeof createReplicaReads>;
let reasons: string[];

beforeAll(async () => {
  test = await createTestDb();
  proxy = await startFaultProxy(test.url);
});
afterAll(async () => {
  await replica?.destroy();
  await proxy.close();
  await test.drop();
});
beforeEach(async () => {
  proxy.heal();
  await replica?.destroy();
  replica = createDb({ url: proxy.url, poolSize: 1, onPoolError: () => undefined });
  reasons = [];
  const watch = { isCurrent: () => true, leave: (reason: string) => void reasons.push(reason) };
  reads = createReplicaReads({ primary: test.db, replica, watch });
});
const read = (budgetMs: number) =>
  withWaitBudget(new WaitBudget(budgetMs), () =>
    reads.db.executeQuery(CompiledQuery.raw("select 1 as one")),
  );

it("gives a replica that does not respond its time, then repeats the read on the primary and leaves the replica", async () => {
  await read(60_000);
  expect(reads.counts).toEqual({ replica: 1, primary: 0, repeated: 0 });
  proxy.pause();
  expect((await read(60_000)).rows).toEqual([{ one: 1 }]);
  expect(reads.counts).toEqual({ replica: 1, primary: 1, repeated: 1 });
  expect(reasons).toHaveLength(1);
});

it("gives the replica half of the time of a request that has little left, and does not leave it then", async () => {
  await read(60_000);
  proxy.pause();
  const startedAt = performance.now();
  expect((await read(SHORT_MS)).rows).toEqual([{ one: 1 }]);
  expect(performance.now() - startedAt).toBeGreaterThan(SHORT_MS / 2 - 5);
  expect(reads.counts).toEqual({ replica: 1, primary: 1, repeated: 1 });
  expect(reasons).toEqual([]);
});

it("leaves a replica that refuses connections, however little time the request has", async () => {
  proxy.refuse();
  expect((await read(SHORT_MS)).rows).toEqual([{ one: 1 }]);
  expect(reasons).toHaveLength(1);
});
