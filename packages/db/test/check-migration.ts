import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import type { StudbookMigration } from "../src/migration-list.ts";

/** Rules of squawk that are about style, or about timeouts, which `migrateToLatest` sets. */
const OFF = [
  "prefer-bigint-over-int",
  "prefer-bigint-over-smallint",
  "prefer-identity",
  "prefer-robust-stmts",
  "prefer-text-field",
  "require-lock-timeout",
  "require-statement-timeout",
];

/** The oldest supported version. */
const PG_VERSION = "15";

/** What squawk does not find. */
const OWN_RULES: Record<string, { pattern: RegExp; inTransaction: boolean }> = {
  "lock-table": { pattern: /^lock\b/i, inTransaction: false },
  "truncate-table": { pattern: /^truncate\b/i, inTransaction: false },
  "statements-in-a-block": { pattern: /^do\b/i, inTransaction: false },
  // Scans the table while nobody can read it.
  "new-column-with-check": {
    pattern: /^alter\s+table\b.*\badd\s+column\b[^,]*\bcheck\s*\(/is,
    inTransaction: false,
  },
  // Holds the locks of the rows, and of the tables that the migration changes, for as long as it takes.
  "rows-changed-in-the-transaction": { pattern: /^(update|delete|merge)\b/i, inTransaction: true },
};

const SQUAWK = fileURLToPath(import.meta.resolve("squawk-cli/js/bin/squawk"));

/** Returns the statements that a migration runs on a new database, without running them. */
export async function recordMigration(migration: StudbookMigration): Promise<string[]> {
  const statements: string[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (introspected) => new PostgresIntrospector(introspected),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql.trim()),
  });
  const run = (handle: Kysely<unknown>) => migration.up(handle);
  await (isTransactional(migration) ? db.transaction().execute(run) : run(db));
  return statements;
}

/** Returns the rules that a migration with these statements breaks, sorted. */
export function listBrokenRules(
  statements: readonly string[],
  migration: Pick<StudbookMigration, "isTransactional"> = {},
): string[] {
  const broken = new Set(runSquawk(statements, isTransactional(migration)));
  for (const [rule, { pattern, inTransaction }] of Object.entries(OWN_RULES)) {
    if (inTransaction && !isTransactional(migration)) continue;
    if (statements.some((statement) => pattern.test(statement))) broken.add(rule);
  }
  return [...broken].sort();
}

function runSquawk(statements: readonly string[], inTransaction: boolean): string[] {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      SQUAWK,
      "--reporter=json",
      `--pg-version=${PG_VERSION}`,
      `--exclude=${OFF.join(",")}`,
      ...(inTransaction ? ["--assume-in-transaction"] : []),
    ],
    { input: statements.map((statement) => `${statement};\n`).join(""), encoding: "utf8" },
  );
  if (status !== 0 && status !== 1) throw new Error(`squawk failed: ${stderr}`);
  const violations: { rule_name: string }[] = JSON.parse(stdout);
  return violations.map((violation) => violation.rule_name);
}

function isTransactional(migration: Pick<StudbookMigration, "isTransactional">): boolean {
  return migration.isTransactional !== false;
}
