import { readFileSync } from "node:fs";
import { type Kysely, sql } from "kysely";

const FILE = new URL("../../data/breed-knowledge.json", import.meta.url);

/** The breeds with their nicknames and, where a source could be cited, the health tests that the parent club lists. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  const breeds = readFileSync(FILE, "utf8");
  await sql`
    insert into breeds (no, name, nicknames)
    select no, breed ->> 'name', array(select json_array_elements_text(breed -> 'nicknames'))
    from json_array_elements(${breeds}::json) with ordinality known (breed, no)`.execute(db);
  await sql`
    insert into breed_test_lists (breed_no, club, source_url, source_title, read_on)
    select no, list ->> 'club', list ->> 'sourceUrl', list ->> 'sourceTitle', (list ->> 'readOn')::date
    from json_array_elements(${breeds}::json) with ordinality known (breed, no), json_extract_path(breed, 'tests') list
    where list is not null`.execute(db);
  await sql`
    insert into breed_tests (breed_no, position, test, name)
    select no, position, listed ->> 'test', listed ->> 'name'
    from json_array_elements(${breeds}::json) with ordinality known (breed, no),
      json_array_elements(breed #> '{tests,list}') with ordinality tests (listed, position)`.execute(
    db,
  );
}

const statements = [
  `create table breeds (
     no smallint primary key constraint breeds_no_positive check (no > 0),
     name varchar(80) not null constraint breeds_name_key unique,
     nicknames text[] not null default '{}'
   )`,
  `comment on column breeds.no is 'Never changes: ads refer to it.'`,

  `create table breed_test_lists (
     breed_no smallint primary key references breeds,
     club varchar(120) not null constraint breed_test_lists_club_named check (club <> ''),
     source_url varchar(300) not null constraint breed_test_lists_web_address check (source_url ~ '^https?://'),
     source_title varchar(200) not null,
     read_on date not null
   )`,
  `comment on column breed_test_lists.read_on is 'The day on which the list was looked up at its source.'`,

  `create table breed_tests (
     breed_no smallint not null references breed_test_lists on delete cascade,
     position smallint not null constraint breed_tests_at_most_twenty check (position between 1 and 20),
     test varchar(20) not null,
     name varchar(80),
     primary key (breed_no, position),
     constraint breed_tests_named check (test not in ('dna', 'other') or name is not null)
   )`,
];
