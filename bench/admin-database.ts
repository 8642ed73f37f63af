import { readFileSync } from "node:fs";
import { pingDatabase } from "@studbook/db/ping";
import { listAdminUsers } from "@studbook/db/queries/admin-users";
import { getStats, listMonths } from "@studbook/db/queries/totals";
import type { TestDb } from "@studbook/db/test/test-db";
import type { Cursor } from "@studbook/domain/cursor";
import type { UserFilters } from "@studbook/domain/schemas/admin";

const ROUNDS = 5;
const RUNS = 10;
const WARM_UPS = 6;

const STATS_BY_COUNTING = `
  select (select count(*) from users), (select count(*) from ads),
    (select sum(amount) from payments where status = 'succeeded'),
    (select count(*) from users where membership_tier = 'basic' and membership_expires_at > now()),
    (select count(*) from users where membership_tier = 'premium' and membership_expires_at > now())`;

const ALL: UserFilters = { q: undefined, tier: undefined, active: undefined, expiring: undefined };

/** Prints the database's CPU time for each read of the admin pages. `db` must have a single connection. */
export async function measureDatabase({ db, run }: TestDb): Promise<void> {
  // The CPU time of parallel workers would be missing from the backend's.
  await run("set max_parallel_workers_per_gather = 0");
  const [at] = await run(
    `select pg_backend_pid() as pid, id,
       to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
     from users order by users.created_at, id offset 50 limit 1`,
  );
  const pid = Number(at?.pid);
  const after = { createdAt: String(at?.createdAt), id: String(at?.id) };
  const users = (filters: Partial<UserFilters>, page: { limit?: number; after?: Cursor } = {}) => {
    return () => listAdminUsers(db, { ...ALL, ...filters }, { limit: 100, ...page });
  };
  const reads: [name: string, read: () => Promise<unknown>][] = [
    ["stats", () => getStats(db)],
    ["stats, by counting", () => run(STATS_BY_COUNTING)],
    ["months, 12", () => listMonths(db, 12)],
    ["users, first page of 100", users({})],
    ["users, last page", users({}, { after })],
    ["users, first page of 10", users({}, { limit: 10 })],
    ["users, one found by name", users({ q: "person77777" })],
    ["users, a thousand found by email", users({ q: "@kennels77." })],
    ["users, all found", users({ q: "person" })],
    ["users, premium", users({ tier: "premium" })],
    ["users, inactive", users({ active: "no" })],
    ["users, expiring", users({ expiring: "yes" })],
  ];
  const base = await cpuOf(pid, () => pingDatabase(db));
  print("SELECT 1", base, base);
  for (const [name, read] of reads) print(name, await cpuOf(pid, read), base);
}

function print(name: string, us: number, base: number): void {
  const ratio = (us / base).toFixed(0).padStart(7);
  process.stdout.write(`${name.padEnd(36)} ${us.toFixed(0).padStart(8)} µs ${ratio}x SELECT 1\n`);
}

/** Returns a backend's CPU time per read in µs. Takes the lowest mean of several rounds to reduce noise. */
async function cpuOf(pid: number, read: () => Promise<unknown>): Promise<number> {
  for (let n = 0; n < WARM_UPS; n++) await read();
  let lowest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const before = cpuNs(pid);
    for (let n = 0; n < RUNS; n++) await read();
    lowest = Math.min(lowest, (cpuNs(pid) - before) / RUNS / 1000);
  }
  return lowest;
}

function cpuNs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]);
}
