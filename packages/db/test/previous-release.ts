import { createHash } from "node:crypto";
import pg from "pg";
import { WRITTEN_BY_MIGRATIONS } from "../src/queries/server-grants.ts";

/** A column of a table, as the previous release knows it. */
type Column = {
  tableName: string;
  name: string;
  type: string;
  isRequired: boolean;
  isAssignable: boolean;
  maxLength: number;
  /** The table and column that it references. */
  references: [table: string, column: string] | null;
};

type Table = { name: string; columns: Column[] };

/** Values that satisfy the tables' constraints, where one derived from the type does not. `n` numbers the rows. */
const VALUES: Record<string, string> = {
  "ad_records.titles": "json_build_object('suffix', 'CGC')",
  "ads.state": "'TX'",
  "breed_test_lists.source_url": "'https://example.com/health'",
  "breed_tests.test": "'hips'",
  "coupons.code": "'code' || n",
  "coupons.key": "'code' || n",
  "coupons.percent_off": "50",
  "email_tokens.hash": "md5(random()::text)",
  "email_tokens.purpose": "'verify-email'",
  "fact_reminders.fact": "'eyes'",
  "payment_attempts.amount": "2900",
  "payments.status": "'succeeded'",
  "sessions.sess": "json_build_object('userId', (select id from users limit 1))",
  "sign_in_tries.blocks": "0",
  membership_tier: "'basic'",
};

/** Tables whose rows no server may update. */
const APPEND_ONLY = ["audit_log"];

/** Reads the tables of the schema. */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Column>(`
    select c.relname::text as "tableName", a.attname::text as name,
      format_type(a.atttypid, null) as type,
      a.attnotnull and not a.atthasdef and a.attidentity = '' as "isRequired",
      a.attidentity = '' and a.attgenerated = '' as "isAssignable",
      case when a.atttypmod > 4 then a.atttypmod - 4 else 32 end as "maxLength",
      (select array[confrelid::regclass::text, f.attname::text] from pg_constraint r
       join pg_attribute f on f.attrelid = confrelid and f.attnum = confkey[1]
       where r.contype = 'f' and r.conrelid = c.oid and r.conkey = array[a.attnum]) as "references"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and c.relname not in ('kysely_migration', 'kysely_migration_lock')
    order by c.oid, a.attnum`);
  const names = [...new Set(rows.map(({ tableName }) => tableName))];
  return names.map((name) => ({
    name,
    columns: rows.filter(({ tableName }) => tableName === name),
  }));
}

/** Whether servers write the table. */
export function isWritable({ name }: Table): boolean {
  return !WRITTEN_BY_MIGRATIONS.includes(name);
}

/** Inserts up to `n` rows. The same values may already exist. */
export function insertRows({ name, columns }: Table, n: number): string {
  const inserted = columns.filter((column) => column.isRequired || isGiven(column));
  if (inserted.length === 0) return `insert into ${name} default values`;
  return `insert into ${name} (${inserted.map((column) => column.name).join(", ")})
    select ${inserted.map(sampleValue).join(", ")} from generate_series(1, ${n}) n on conflict do nothing`;
}

/** Runs the statements of a server of the previous release, which knows only some tables and their columns. */
export class PreviousRelease {
  readonly #tables: readonly Table[];
  readonly #client: pg.Client;

  constructor(client: pg.Client, tables: readonly Table[]) {
    this.#client = client;
    this.#tables = tables;
  }

  /** Reads and writes all columns of all tables, and changes nothing. Returns the statements that fail. */
  async runAll(): Promise<string[]> {
    const failures: string[] = [];
    for (const table of this.#tables) {
      const { name, columns } = table;
      const all = columns.map((column) => column.name).join(", ");
      const assigned = columns.filter(({ isAssignable }) => isAssignable);
      const assignments = assigned.map((column) => `${column.name} = ${column.name}`).join(", ");
      const statements: Record<string, string | pg.QueryConfig> = {
        // Prepared, as the product's own frequent statements are.
        select: prepared(`select ${all} from ${name} limit 3`),
      };
      if (isWritable(table)) statements.insert = insertRows(table, 1);
      if (isWritable(table) && !APPEND_ONLY.includes(name)) {
        statements.update = `update ${name} set ${assignments}
          where ctid = (select ctid from ${name} limit 1 for update skip locked)`;
      }
      for (const [kind, statement] of Object.entries(statements)) {
        const failure = await this.#run(statement);
        if (failure) failures.push(`${kind} ${name}: ${failure}`);
      }
    }
    return failures;
  }

  /** Returns the message of the statement's error. */
  async #run(statement: string | pg.QueryConfig): Promise<string | undefined> {
    await this.#client.query("begin");
    try {
      await this.#client.query(statement);
      return undefined;
    } catch (error) {
      if (error instanceof pg.DatabaseError) return error.message;
      throw error;
    } finally {
      await this.#client.query("rollback");
    }
  }
}

function prepared(text: string): pg.QueryConfig {
  return { name: createHash("md5").update(text).digest("hex"), text };
}

function isGiven({ tableName, name }: Column): boolean {
  return `${tableName}.${name}` in VALUES;
}

function sampleValue({ tableName, name, type, maxLength, references }: Column): string {
  const given = VALUES[`${tableName}.${name}`] ?? VALUES[name];
  if (given) return given;
  if (references) {
    const [table, column] = references;
    return `(select ${column} from ${table} order by ${column} offset n % 10 limit 1)`;
  }
  if (type.endsWith("[]")) return "'{}'";
  if (type === "uuid") return "gen_random_uuid()";
  if (type.startsWith("timestamp") || type === "date") return "now()";
  if (type.startsWith("json")) return "'{}'";
  if (type === "boolean") return "false";
  if (type === "text" || type.startsWith("character")) {
    return `left(md5(random()::text), ${maxLength})`;
  }
  return "1";
}
