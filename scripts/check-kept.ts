import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Db } from "@studbook/db/client";
import { dumpRows } from "@studbook/db/test/dump-rows";
import type { Tally } from "./checks.ts";
import { findSecrets, SECRET_KINDS, type SecretKind } from "./find-secrets.ts";
import { SANDBOX_FOLDER } from "./sandbox.ts";

const INTENT = /\bpi_\w/;

type Kept = { output: string; dataDir: string; db: Db };

/**
 * Looks for secrets of the payments that were made in all that the server printed, in its database and in
 * DATA_DIR; the sandbox, which stands for the provider, may keep client secrets. Counts as one test. Server
 * and sandbox have ended.
 */
export async function checkKept({ output, dataDir, db }: Kept): Promise<Tally> {
  const printed = await readFile(output, "utf8");
  const problems = [
    ...search("the server's output", [printed]),
    ...search("the database", await dumpRows(db)),
    ...(await searchFiles(dataDir)),
    // What was never paid can give nothing away.
    ...(INTENT.test(printed) ? [] : ["no payment in the server's output"]),
  ];
  const isWell = problems.length === 0;
  const name = "no card number and no client secret is kept or logged";
  process.stdout.write(`${isWell ? "ok    " : "FAILED"} ${name}\n`);
  for (const problem of problems) process.stdout.write(`       ${problem}\n`);
  return isWell ? { passed: 1, failures: [] } : { passed: 0, failures: [name] };
}

function search(place: string, texts: readonly string[], kinds?: readonly SecretKind[]): string[] {
  const found = new Set(texts.flatMap((text) => findSecrets(text, kinds)));
  return [...found].map((kind) => `${kind} in ${place}`);
}

async function searchFiles(dataDir: string): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const problems: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const place = relative(dataDir, path);
    const isSandbox = place.startsWith(SANDBOX_FOLDER);
    const kinds = isSandbox ? (["card number"] as const) : SECRET_KINDS;
    const rows = place.endsWith(".sqlite") ? dumpSqlite(path) : [];
    problems.push(...search(place, [await readFile(path, "latin1"), ...rows], kinds));
  }
  return problems;
}

/** Every row as text: in the file a long one is cut into pieces that need not follow each other. */
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
