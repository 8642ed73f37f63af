import type { Tx } from "@studbook/db/client";
import { findZip } from "@studbook/db/queries/zips";
import { utcDay } from "@studbook/domain/age";
import { DomainError, type ErrorIssue } from "@studbook/domain/errors";
import { findZipProblem } from "@studbook/domain/record/find-zip-problem";
import { listRecordDates } from "@studbook/domain/record/list-record-dates";
import type { Ad, NewAd } from "@studbook/domain/schemas/ad";
import { changeRecord, type StudRecord } from "@studbook/domain/schemas/record/record";

type Place = StudRecord["place"] | null;

type RecordOptions = {
  /** The stored record. */
  before: StudRecord;
  /** Each part replaces the stored one. null clears all parts; undefined keeps them. */
  change: NewAd["record"];
  /** The fields of the ad after the change. */
  ad: Pick<Ad, "state" | "birthdate">;
  now: Date;
};

/**
 * Returns the record of an ad after a change of the record, the state or the birthdate, or undefined if it stays as it is.
 * If the state changes without the place, a place in another state is dropped, because programs that do not know of places
 * change only the state.
 *
 * @throws DomainError BAD_REQUEST: a ZIP code that is unknown or in another state, a date in the future, and frozen semen
 *   since before the dog's birth
 */
export async function findChangedRecord(
  tx: Tx,
  { before, change, ad, now }: RecordOptions,
): Promise<StudRecord | undefined> {
  const issues: ErrorIssue[] = [];
  const place = await findChangedPlace(tx, { before, change, ad, now }, issues);
  const parts =
    change === null ? null : { ...change, place: place === undefined ? before.place : place };
  const record = changeRecord(before, parts);
  issues.push(...findDateProblems(record, ad, change, now));
  const [first] = issues;
  if (first) throw new DomainError("BAD_REQUEST", first.message, { issues });
  return change === undefined && place === undefined ? undefined : record;
}

/** Returns undefined if the place stays as it is. */
async function findChangedPlace(
  tx: Tx,
  { before, change, ad }: RecordOptions,
  issues: ErrorIssue[],
): Promise<Place | undefined> {
  if (change?.place) return await getPlace(tx, change.place.zip, ad, issues);
  if (change?.place === null) return null;
  const zip = before.place?.zip;
  const isElsewhere = zip !== undefined && (await findZip(tx, zip))?.state !== ad.state;
  return isElsewhere ? null : undefined;
}

/** Adds an issue if the ZIP code is unknown or in another state. */
async function getPlace(
  tx: Tx,
  zip: string,
  { state }: Pick<Ad, "state">,
  issues: ErrorIssue[],
): Promise<Place> {
  const found = await findZip(tx, zip);
  const message = findZipProblem(zip, found, state);
  if (message !== undefined) issues.push({ path: "record.place.zip", message });
  return found && message === undefined ? { zip, city: found.city } : null;
}

function findDateProblems(
  record: StudRecord,
  { birthdate }: Pick<Ad, "birthdate">,
  change: NewAd["record"],
  now: Date,
): ErrorIssue[] {
  const today = utcDay(now);
  const issues = listRecordDates(record).flatMap(({ path, label, day }) =>
    day > today ? [{ path, message: `${label} cannot be in the future` }] : [],
  );
  const since = record.availability?.since;
  if (since === undefined || since >= birthdate) return issues;
  const problem = change?.availability
    ? {
        path: "record.availability.since",
        message: "Frozen-only date cannot be before the dog's birthdate",
      }
    : { path: "birthdate", message: `Birthdate cannot be after the frozen-only date, ${since}` };
  return [...issues, problem];
}
