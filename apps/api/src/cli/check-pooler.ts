import { findPoolerProblem, isPooled } from "@studbook/db/pooler";
import { ROLE_LIMITS } from "../prepare-database.ts";
import { CommandError } from "./explain-failure.ts";
import { directUrlOf, type Settings } from "./settings.ts";

/** Whether a pooler is, or is meant to be, between servers and the database. */
export async function usesPooler({
  DATABASE_URL,
  DATABASE_DIRECT_URL,
}: Settings): Promise<boolean> {
  return Boolean(DATABASE_DIRECT_URL) || (await isPooled(DATABASE_URL ?? ""));
}

/** Checks that servers can work through the pooler, and around it where they need a session. */
export async function checkPooler(settings: Settings): Promise<string> {
  if (await isPooled(directUrlOf(settings))) {
    throw new CommandError(
      "DATABASE_URL or DATABASE_DIRECT_URL leads through a pooler. " +
        "Set DATABASE_DIRECT_URL to the database itself; see docs/operations.md, PgBouncer",
    );
  }
  const url = settings.DATABASE_URL ?? "";
  if (!(await isPooled(url))) return "no pooler";
  const problem = await findPoolerProblem(url, ROLE_LIMITS);
  if (problem) throw new CommandError(`${problem}; see docs/operations.md, PgBouncer`);
  return "limits and named statements work";
}
