import { RECORD_PARTS, type RecordPart } from "@studbook/domain/record/parts";
import { Ad, AdSummary, recordSummary } from "@studbook/domain/schemas/ad";
import { IS_LISTED, IS_PAUSED } from "./visibility.ts";

const INSTANTS = new Set(["createdAt", "updatedAt"]);

/** The fields of an ad that are columns of `ads`. */
export const AD_FIELDS = Ad.omit({
  record: true,
  hiddenReason: true,
  hiddenSince: true,
}).keyof().options;

/** Converts a field name to its column name. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** SQL that formats an instant as an ISO 8601 date-time in UTC with milliseconds. */
export function isoInstant(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * The columns of `ads` under their API names. PostgreSQL builds the JSON, which costs the server a third less
 * than reading rows of columns.
 */
export const AD_COLUMNS = columnsOf(AD_FIELDS);

function columnsOf(fields: readonly string[]): string {
  const column = (field: string) => {
    if (field === "image") return "images[1]";
    return INSTANTS.has(field) ? isoInstant(columnOf(field)) : columnOf(field);
  };
  return fields.map((field) => `${column(field)} as "${field}"`).join(", ");
}

/**
 * SQL for an object as JSON text, where a row of `ads` is in scope. Each member is SQL for its key and value, as in
 * `"key":1`, or for null if the object does not have it. Joining texts is cheaper than checking JSON again.
 */
function objectWith(columns: string, members: readonly string[]): string {
  const row = `(select row_to_json(ad)::text from (select ${columns}) ad)`;
  const added = members.map((member) => `',' || ${member}`);
  return `left(${row}, -1) || concat(${[...added, "'}'"].join(", ")})`;
}

const PAUSED_UNTIL = `case when isfinite(paused_until) then to_char(paused_until at time zone 'UTC', 'YYYY-MM-DD') end`;

/** An availability as jsonb with the day on which the ad returns, where the ad is paused. */
function pausedAvailability(availability: string): string {
  return `(coalesce((${availability})::jsonb, '{"status":"available"}')
    || jsonb_build_object('pausedUntil', ${PAUSED_UNTIL}))`;
}

/** SQL for a record as JSON text, or for null. `parts` has SQL for the values of the parts that are not their column. */
function recordWith(parts: Partial<Record<RecordPart, string>>): string {
  const members = RECORD_PARTS.map((part) => `'"${part}":' || ${parts[part] ?? part}`);
  return `'{' || nullif(concat_ws(',', ${members.join(", ")}), '') || '}'`;
}

/** The record in a row of `ad_records` as it is stored. */
export const STORED_RECORD_JSON = recordWith({});

const PUBLIC_RECORD = `(select ${recordWith({
  place: `'{"city":' || (place -> 'city') || '}'`,
})} from ad_records where ad_id = ads.id)`;

/** The record of an ad for its owner and admins, as JSON text; null if nothing is stated. */
export const OWN_RECORD_JSON = `(select ${recordWith({
  availability: `case when ${IS_PAUSED} then ${pausedAvailability("availability")}::text else availability::text end`,
})} from (select) one left join ad_records on ad_id = ads.id)`;

const SUMMARY_MEMBERS = "left(right(summary::text, -1), -1)";

const OWN_SUMMARY_MEMBERS = `case when ${IS_PAUSED} then left(right(
    (coalesce(summary::jsonb, '{}') || jsonb_build_object('availability',
      ${pausedAvailability("summary -> 'availability'")}))::text, -1), -1)
  else ${SUMMARY_MEMBERS} end`;

/** Why an ad is hidden, for its owner and admins. A pause is in the availability. */
const HIDING = [
  `'"hiddenReason":' || to_json(hidden_reason)`,
  `case when hidden_reason is null and (${IS_LISTED}) is not true then '"hiddenSince":' || coalesce(to_json(
    (select ${isoInstant("membership_expires_at")} from users where id = user_id
     and membership_expires_at <= studbook_now()))::text, 'null') end`,
];

/** One ad as the JSON text of the API. */
export const AD_JSON = objectWith(AD_COLUMNS, [`'"record":' || ${PUBLIC_RECORD}`]);

/** One ad for its owner or an admin. */
export const OWN_AD_JSON = objectWith(AD_COLUMNS, [`'"record":' || ${OWN_RECORD_JSON}`, ...HIDING]);

/** An ad in a list. */
export const LISTED_AD_JSON = objectWith(AD_COLUMNS, [SUMMARY_MEMBERS]);

/** An ad in a list of its owner. */
export const OWN_LISTED_AD_JSON = objectWith(AD_COLUMNS, [OWN_SUMMARY_MEMBERS, ...HIDING]);

const SUMMARY_COLUMNS = AdSummary.keyof().options.filter(
  (field) => !Object.hasOwn(recordSummary, field),
);

/** What search results show of the ad. */
export const AD_SUMMARY_JSON = objectWith(columnsOf(SUMMARY_COLUMNS), [SUMMARY_MEMBERS]);
