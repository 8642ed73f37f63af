import { type Kysely, sql } from "kysely";

/**
 * The reminders of facts whose stated date becomes old (stage two, section 1): one for each date that a record states, and
 * for each date that its owner has been reminded of. A trigger derives them from the records. Migration 0050 adds those of
 * the records that exist already.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Of several eye exams the newest counts. ISO dates sort as texts.
  `create function dated_facts(health json, breeding json)
   returns table (fact text, day date, old_on date) language sql stable parallel safe
   begin atomic
     select facts.fact, facts.day, facts.day + max_days + 1
     from (values
       ('brucellosis', (breeding ->> 'brucellosisTestDate')::date, 30),
       ('eyes', (select max(row ->> 'date') from json_array_elements(health -> 'tests') row
         where row ->> 'test' = 'eyes')::date, 365),
       ('semen', (breeding ->> 'semenAnalysisDate')::date, 365)
     ) facts (fact, day, max_days)
     where facts.day is not null;
   end`,
  `comment on function dated_facts is 'The dated facts of a record, and the first UTC day on which each is old.'`,

  `create table fact_reminders (
     ad_id uuid not null references ads on delete cascade,
     fact varchar(20) not null
       constraint fact_reminders_fact_known check (fact in ('brucellosis', 'eyes', 'semen')),
     day date not null,
     due_on date not null,
     reminded_on date,
     primary key (ad_id, fact, day)
   )`,
  `comment on column fact_reminders.due_on is
     'The UTC day from which on the job reminds of it. Later than the day on which the fact is old if the job postponed it.'`,
  `comment on column fact_reminders.reminded_on is
     'The UTC day on which the job queued the reminder. Then the row stays, even if the record states another date.'`,
  `create index fact_reminders_due on fact_reminders (due_on) where reminded_on is null`,

  `create function ad_records_list_facts() returns trigger language plpgsql as $$
   begin
     if tg_op = 'UPDATE' and (old.health::text, old.breeding::text)
       is not distinct from (new.health::text, new.breeding::text) then
       return null;
     end if;
     delete from fact_reminders
       where ad_id = coalesce(new.ad_id, old.ad_id) and reminded_on is null
         and (fact, day) not in (select fact, day from dated_facts(new.health, new.breeding));
     insert into fact_reminders (ad_id, fact, day, due_on)
       select new.ad_id, fact, day, old_on from dated_facts(new.health, new.breeding)
       on conflict do nothing;
     return null;
   end $$`,
  `create trigger ad_records_list_facts after insert or update or delete on ad_records
   for each row execute function ad_records_list_facts()`,
];
