import type pg from "pg";
import { connect } from "./connect.ts";
import { reasonOf } from "./errors.ts";
import type { RoleLimits } from "./server-role.ts";

/** Whether an address leads through a pooler, such as PgBouncer, which makes up the process IDs that it tells clients. */
export async function isPooled(url: string): Promise<boolean> {
  return await withClient(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    // pg has it, but does not declare it.
    return "processID" in client && client.processID !== rows[0]?.pid;
  });
}

/** Returns why servers cannot work through a pooler in transaction mode; undefined if they can. */
export async function findPoolerProblem(
  url: string,
  limits: RoleLimits,
): Promise<string | undefined> {
  const expected = Object.entries(limits);
  const settings = await withClient(url, async (client) => {
    const text = "select name, setting::integer as ms from pg_settings where name = any($1)";
    const names = expected.map(([name]) => name);
    return (await client.query<{ name: string; ms: number }>(text, [names])).rows;
  });
  const missing = expected.filter(
    ([name, ms]) => !settings.some((setting) => setting.name === name && setting.ms === ms),
  );
  if (missing.length > 0) {
    const names = missing.map(([name]) => name).join(", ");
    return `the role of DATABASE_URL has no limits (${names}). Run \`migrate\``;
  }
  try {
    // The second client gets the connection of the first one, where a statement of this name already exists.
    for (let n = 0; n < 2; n++) await withClient(url, runNamedStatement);
    return undefined;
  } catch (error) {
    return `named statements fail (${reasonOf(error)}). Set max_prepared_statements`;
  }
}

async function runNamedStatement(client: pg.Client): Promise<void> {
  for (let n = 0; n < 2; n++) await client.query({ name: "studbook check", text: "select 1" });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect({ url });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
