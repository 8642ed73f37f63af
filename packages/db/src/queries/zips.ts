import type { StateCode } from "@studbook/domain/states";
import { CompiledQuery } from "kysely";
import type { Db } from "../client.ts";
import { named } from "../named-statements.ts";

/** Where a ZIP code is. */
export type ZipPlace = { state: StateCode; city: string };

const FIND = named("find-zip", "select state, city from zips where zip = $1");

/** Finds the state and city of a ZIP code. Returns undefined for a malformed one, and for one outside the 50 states. */
export async function findZip(db: Db, zip: string): Promise<ZipPlace | undefined> {
  if (!/^\d{5}$/.test(zip)) return undefined;
  const query: CompiledQuery<ZipPlace> = CompiledQuery.raw(FIND, [zip]);
  const { rows } = await db.executeQuery(query);
  return rows[0];
}
