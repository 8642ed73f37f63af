import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Db } from "@studbook/db/client";
import { dumpRows } from "@studbook/db/test/dump-rows";
import { TEST_CARDS } from "@studbook/stripe-sandbox/test-cards";

/** What must never be stored or logged of a payment. */
type SecretKind = "card number" | "client secret";

const BETWEEN_DIGITS = String.raw`(?:[\s+-]|%20)?`;
const CARDS = TEST_CARDS.map(({ number }) => [...number].join(BETWEEN_DIGITS)).join("|");

const PATTERNS: Record<SecretKind, RegExp> = {
  "card number": new RegExp(String.raw`(?<!\d)(?:${CARDS})(?!\d)`),
  "client secret": /(?:pi|seti)_[A-Za-z0-9]+_secret_[A-Za-z0-9]+/,
};
const SECRET_KINDS: readonly SecretKind[] = ["card number", "client secret"];
const INTENT = /\bpi_\w/;
const CHARGE = /\bch_\w/;

/**
 * Returns the kinds of secrets in a text: the number of a test card, however its digits are grouped, and the
 * client secret of an intent.
 */
export function listSecretKinds(
  text: string,
  kinds: readonly SecretKind[] = SECRET_KINDS,
): SecretKind[] {
  return kinds.filter((kind) => PATTERNS[kind].test(text));
}

type Stored = {
  /** The file with all that the server printed. */
  outputFile: string;
  dataDir: string;
  /** The folder of the sandbox, which stands for Stripe and may store client secrets. */
  sandboxDir: string;
  db: Db;
};

/**
 * Searches the server's output, its database and DATA_DIR for secrets of payments. Returns one line for each
 * kind of secret in each place. Call it when the server and the sandbox have stopped.
 */
export async function listStoredSecrets(stored: Stored): Promise<string[]> {
  const output = await readFile(stored.outputFile, "utf8");
  const payments = dumpSqlite(join(stored.sandboxDir, "sandbox.sqlite"));
  // The log names the intents of payments. Without any, it is not the whole log.
  const isIncomplete = payments.some((row) => CHARGE.test(row)) && !INTENT.test(output);
  return [
    ...(isIncomplete ? ["no intent in the server's output, although cards were charged"] : []),
    ...search("the server's output", [output]),
    ...search("the database", await dumpRows(stored.db)),
    ...(await searchFiles(stored)),
  ];
}

async function searchFiles({ dataDir, sandboxDir }: Stored): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const kinds = path.startsWith(sandboxDir) ? (["card number"] as const) : SECRET_KINDS;
    const rows = path.endsWith(".sqlite") ? dumpSqlite(path) : [];
    found.push(
      ...search(relative(dataDir, path), [await readFile(path, "latin1"), ...rows], kinds),
    );
  }
  return found;
}

function search(place: string, texts: readonly string[], kinds?: readonly SecretKind[]): string[] {
  const found = new Set(texts.flatMap((text) => listSecretKinds(text, kinds)));
  return [...found].map((kind) => `${kind} in ${place}`);
}

/** Returns every row as text: SQLite splits a long row into parts that may not be next to each other in the file. */
function dumpSqlite(path: string): string[] {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = db.prepare("select name from sqlite_schema where type = 'table'").all();
    return tables.flatMap(({ name }) =>
      db
        .prepare(`select * from "${name}"`)
        .all()
        .map((row) => JSON.stringify(row)),
    );
  } finally {
    db.close();
  }
}
