import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { type Kysely, sql } from "kysely";

const FILE = new URL("../../data/zips.tsv.br", import.meta.url);

/**
 * The ZIP codes of the 50 states with their centers. Distances are measured to the average center of a city's ZIP codes,
 * so that they do not reveal in which of them a dog lives.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  const lines = brotliDecompressSync(readFileSync(FILE)).toString();
  await sql`
    with zip_codes as (
      select columns[1] as zip, columns[2] as city, columns[3] as state,
        columns[4]::float8 as latitude, columns[5]::float8 as longitude
      from string_to_table(${lines}, chr(10)) line, string_to_array(line, chr(9)) columns
    ), cities as (
      select state, city, avg(cosd(latitude) * cosd(longitude)) as x,
        avg(cosd(latitude) * sind(longitude)) as y, avg(sind(latitude)) as z
      from zip_codes group by state, city
    )
    insert into zips (zip, state, city, latitude, longitude, x, y, z)
    select zip, state, city, latitude, longitude, x / length, y / length, z / length
    from zip_codes join cities using (state, city), sqrt(x * x + y * y + z * z) length
    order by zip`.execute(db);
}

const statements = [
  `create table zips (
     zip varchar(5) primary key constraint zips_zip_digits check (zip ~ '^[0-9]{5}$'),
     state varchar(2) not null constraint zips_state_code check (state ~ '^[A-Z]{2}$'),
     city varchar(40) not null constraint zips_city_named check (city <> ''),
     latitude real not null constraint zips_latitude check (latitude between -90 and 90),
     longitude real not null constraint zips_longitude check (longitude between -180 and 180),
     x real not null,
     y real not null,
     z real not null,
     constraint zips_unit_vector check (abs(x * x + y * y + z * z - 1) < 0.000001)
   )`,
  `comment on table zips is
     'GeoNames, CC BY 4.0, reduced to the 50 states and to three decimals. Only migrations write it.'`,
  `comment on column zips.latitude is 'The center of the ZIP code in degrees. Nothing public may depend on it.'`,
  `comment on column zips.x is
     'With y and z, the unit vector from the center of the earth to the average center of the city''s ZIP codes.'`,
];
