import type { Db } from "../client.ts";

/** Returns the nicknames of each breed. Several breeds may share one, such as Corgi. */
export async function listNicknames(db: Db): Promise<Map<string, string[]>> {
  const rows = await db.selectFrom("breeds").select(["name", "nicknames"]).execute();
  return new Map(rows.map(({ name, nicknames }) => [name, nicknames]));
}
