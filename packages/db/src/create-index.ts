import { type Kysely, sql } from "kysely";

/** How long a build waits for transactions that began before it. It blocks nobody meanwhile. */
const BUILD_LOCK_TIMEOUT = "10min";

/**
 * Creates an index without blocking writes, for a migration with `isTransactional = false`. An index of this name that
 * an interrupted build left invalid is replaced, a valid one is kept. Within a transaction (a restore, where no server
 * uses the tables) the index is built in the ordinary way.
 *
 * @param definition all but the name: `on ads (stud_fee) where stud_fee > 0`
 * @param options.unique creates a unique index
 */
export async function createIndex<DB>(
  db: Kysely<DB>,
  name: string,
  definition: string,
  { unique = false }: { unique?: boolean } = {},
): Promise<void> {
  const how = sql.raw(
    `create ${unique ? "unique " : ""}index ${db.isTransaction ? "" : "concurrently "}`,
  );
  const create = sql`${how}${sql.id(name)} ${sql.raw(definition)}`;
  if (db.isTransaction) return void (await create.execute(db));
  const isValid = await findIsValid(db, name);
  if (isValid) return;
  const { rows } = await sql<{ previous: string }>`
    select current_setting('lock_timeout') as previous`.execute(db);
  await setLockTimeout(db, BUILD_LOCK_TIMEOUT);
  try {
    if (isValid === false) await sql`drop index concurrently ${sql.id(name)}`.execute(db);
    await create.execute(db);
  } finally {
    await setLockTimeout(db, rows[0]?.previous ?? "0");
  }
}

/** Returns undefined if there is no index of this name. */
async function findIsValid<DB>(db: Kysely<DB>, name: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ isValid: boolean }>`
    select indisvalid as is_valid from pg_index where indexrelid = to_regclass(${name})`.execute(
    db,
  );
  return rows[0]?.isValid;
}

async function setLockTimeout<DB>(db: Kysely<DB>, timeout: string): Promise<void> {
  await sql`select set_config('lock_timeout', ${timeout}, false)`.execute(db);
}
