import { PLACES } from "@studbook/domain/test/record-arbitrary";

type Fields = Record<string, unknown>;

/** Returns the record that the owner of an ad reads after this one was accepted for a new ad; undefined if it is empty. */
export function statedRecordOf(sent: unknown): Fields | undefined {
  const stated = withoutNothing(sent);
  if (!isFields(stated)) return undefined;
  const { place, availability, ...rest } = stated;
  const zip = isFields(place) ? place.zip : undefined;
  const city = PLACES.find((known) => known.zip === zip)?.city;
  const { pausedUntil: _ignored, ...available } = isFields(availability) ? availability : {};
  const record = {
    ...rest,
    ...(zip !== undefined && { place: { zip, city } }),
    ...(availability !== undefined && { availability: { status: "available", ...available } }),
  };
  return isNothing(record) ? undefined : record;
}

function withoutNothing(value: unknown): unknown {
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value)) return value.map(withoutNothing);
  if (!isFields(value)) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, withoutNothing(field)]);
  return Object.fromEntries(fields.filter(([, field]) => !isNothing(field)));
}

function isNothing(value: unknown): boolean {
  if (typeof value === "string") return !/[\p{L}\p{N}\p{P}\p{S}]/u.test(value);
  if (typeof value === "object") return value === null || Object.keys(value).length === 0;
  return value === undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
