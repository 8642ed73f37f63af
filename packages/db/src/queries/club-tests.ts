import type { Breed } from "@studbook/domain/breeds";
import type { ClubTests } from "@studbook/domain/schemas/club-tests";
import { CompiledQuery } from "kysely";
import type { Db } from "../client.ts";
import { named } from "../named-statements.ts";

/** SQL for the tests that the parent club of a breed lists, as JSON text; null without a list. `breedNo` is SQL. */
export function clubTestsJson(breedNo: string): string {
  return `(
    select json_build_object('club', club, 'sourceUrl', source_url, 'sourceTitle', source_title, 'readOn', read_on,
      'tests', (select json_agg(json_strip_nulls(json_build_object('test', test, 'name', name)) order by position)
        from breed_tests where breed_tests.breed_no = lists.breed_no))::text
    from breed_test_lists lists where lists.breed_no = ${breedNo})`;
}

const FIND = named(
  "find-club-tests",
  `select ${clubTestsJson("breeds.no")} as tests from breeds where name = $1`,
);

/** Finds the tests that a breed's parent club lists. Returns undefined without a list. */
export async function findClubTests(db: Db, breed: Breed): Promise<ClubTests | undefined> {
  const query: CompiledQuery<{ tests: string | null }> = CompiledQuery.raw(FIND, [breed]);
  const { rows } = await db.executeQuery(query);
  const tests = rows[0]?.tests;
  return tests ? JSON.parse(tests) : undefined;
}
