import { type Kysely, sql } from "kysely";

/**
 * The records of studs (stage two, section 1). Each part is the JSON of the API, because it is written and read as a whole;
 * what one row can show to be wrong is a constraint. A trigger derives from it what lists show (`ads.summary`) and what
 * searches compare (the other new columns of `ads`), so that both read `ads` alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const HEALTH_TESTS = "hips,elbows,cardiac,eyes,patella,thyroid,hearing,dna,other";
const METHODS = "natural,fresh,chilled,frozen,transcervical,surgical";
const REGISTRIES = "AKC,UKC,CKC,FCI,other";
const STATES =
  "AL,AK,AZ,AR,CA,CO,CT,DE,FL,GA,HI,ID,IL,IN,IA,KS,KY,LA,ME,MD,MA,MI,MN,MS,MO," +
  "MT,NE,NV,NH,NJ,NM,NY,NC,ND,OH,OK,OR,PA,RI,SC,SD,TN,TX,UT,VT,VA,WA,WV,WI,WY";

const statements = [
  // Without `strict`, so that a missing date is valid.
  `create function is_past_day(day text) returns boolean language sql stable parallel safe
   return day is null or (day ~ '^\\d{4}-\\d\\d-\\d\\d$'
     and day::date between '1990-01-01' and (studbook_now() at time zone 'UTC')::date)`,

  `create function tests_are_valid(tests json) returns boolean language sql stable parallel safe
   return tests is null or json_array_length(tests) between 1 and 20 and not exists (
     select from json_array_elements(tests) row where not (
       coalesce(row ->> 'test' = any(string_to_array('${HEALTH_TESTS}', ',')), false)
       and row ->> 'registry' is not null and row ->> 'result' is not null
       and is_past_day(row ->> 'date')))`,

  `create table ad_records (
     ad_id uuid primary key references ads on delete cascade,
     identity json,
     titles json,
     place json,
     pedigree json,
     health json,
     breeding json,
     terms json,
     availability json,
     constraint ad_records_stated check (
       num_nonnulls(identity, titles, place, pedigree, health, breeding, terms, availability) > 0),
     constraint ad_records_registry check (
       identity ->> 'registry' = any(string_to_array('${REGISTRIES}', ','))),
     constraint ad_records_weight check ((identity ->> 'weightPounds')::numeric between 1 and 300),
     constraint ad_records_height check ((identity ->> 'heightInches')::numeric between 1 and 45),
     constraint ad_records_place check (
       place is null or coalesce(place ->> 'zip' ~ '^\\d{5}$' and place ->> 'city' <> '', false)),
     constraint ad_records_coi check ((pedigree ->> 'coiPercent')::numeric between 0 and 100),
     constraint ad_records_coi_method check (
       pedigree ->> 'coiPercent' is null
       or coalesce(pedigree ->> 'coiMethod' in ('pedigree', 'genomic'), false)),
     constraint ad_records_coi_generations check (
       pedigree ->> 'coiGenerations' is null
       or (pedigree ->> 'coiGenerations')::integer between 1 and 20
         and coalesce(pedigree ->> 'coiMethod' = 'pedigree', false)),
     constraint ad_records_tests check (tests_are_valid(health -> 'tests')),
     constraint ad_records_litters check ((breeding ->> 'littersSired')::integer between 0 and 500),
     constraint ad_records_breeding_days check (
       is_past_day(breeding ->> 'semenAnalysisDate') and is_past_day(breeding ->> 'brucellosisTestDate')),
     constraint ad_records_deposit check ((terms ->> 'deposit')::integer >= 0),
     constraint ad_records_availability check (
       availability is null or coalesce(availability ->> 'status' in ('available', 'frozen-only'), false)
       and (availability ->> 'status' = 'frozen-only') = (availability ->> 'since' is not null)
       and is_past_day(availability ->> 'since'))
   )`,

  `alter table ads
     add column summary json,
     add column breed_no smallint,
     add column state_no smallint,
     add column x real,
     add column y real,
     add column z real,
     add column area integer,
     add column proven boolean,
     add column methods smallint,
     add column tests smallint,
     add column registry smallint`,
  `comment on column ads.summary is 'What lists show of the record, as in the API; null if nothing.'`,
  `comment on column ads.x is
     'With y and z the unit vector of the average of the centers of the city''s ZIP codes; null without a place.'`,
  `comment on column ads.area is
     'The state''s number times 65536 plus the number of the half-degree cell of the place, 0 without one.'`,
  `comment on column ads.methods is 'A bit for each method, in the order of the API''s document.'`,
  `comment on column ads.tests is 'A bit for each kind of test, in the order of the API''s document.'`,
  `comment on column ads.registry is 'The number of the registry, in the order of the API''s document.'`,

  `create function state_no(code text) returns smallint language sql immutable parallel safe
   return array_position(string_to_array('${STATES}', ','), code)::smallint`,

  // The 50 states are between 18 and 72 degrees north and between 180 and 66 degrees west.
  `create function area_of(state_no smallint, x real, y real, z real)
   returns integer language sql immutable parallel safe
   return state_no * 65536 + coalesce(
     (floor(degrees(asin(z)) * 2) - 30)::integer * 256 + (floor(degrees(atan2(y, x)) * 2) + 361)::integer,
     0)`,

  `create function ads_number() returns trigger language plpgsql as $$
   begin
     select no into new.breed_no from breeds where name = new.breed;
     new.state_no := state_no(new.state);
     new.area := area_of(new.state_no, new.x, new.y, new.z);
     return new;
   end $$`,
  `create trigger ads_number before insert or update of breed, state, x, y, z on ads
   for each row execute function ads_number()`,

  // Bits from the lowest, in the order of the list.
  `create function bits_of(found text[], list text) returns smallint
   language sql immutable parallel safe
   return (select bit_or(1 << (n - 1)::integer)::smallint
     from unnest(string_to_array(list, ',')) with ordinality known (value, n)
     where value = any(found))`,

  `create function ad_records_summarize() returns trigger language plpgsql as $$
   declare
     stated ad_records := new;
     stated_tests text[] := array(select row ->> 'test' from json_array_elements(stated.health -> 'tests') row);
     stated_methods text[] := array(select json_array_elements_text(stated.breeding -> 'methods'));
     summarized json := json_strip_nulls(json_build_object(
       'titles', stated.titles,
       'city', stated.place -> 'city',
       'proven', stated.breeding -> 'proven',
       'methods', stated.breeding -> 'methods',
       'testsStated', nullif(cardinality(stated_tests), 0),
       'availability', stated.availability));
     center record;
   begin
     select zips.x, zips.y, zips.z into center from zips where zip = stated.place ->> 'zip';
     update ads set
       summary = case when summarized::text <> '{}' then summarized end,
       x = center.x, y = center.y, z = center.z,
       proven = (stated.breeding ->> 'proven')::boolean,
       methods = bits_of(stated_methods, '${METHODS}'),
       tests = bits_of(stated_tests, '${HEALTH_TESTS}'),
       registry = array_position(string_to_array('${REGISTRIES}', ','), stated.identity ->> 'registry')
     where id = coalesce(new.ad_id, old.ad_id);
     return null;
   end $$`,
  `create trigger ad_records_summarize after insert or update or delete on ad_records
   for each row execute function ad_records_summarize()`,
];
