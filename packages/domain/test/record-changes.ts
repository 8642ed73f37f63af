import type { ErrorIssue } from "../src/errors.ts";
import { type RecordChange, recordChangeOn } from "../src/schemas/record/record.ts";
import { listIssues } from "../src/schemas/strict-object.ts";

/** The UTC day of these tests. */
export const TODAY = "2026-11-21";

const schema = recordChangeOn(TODAY);

/** Parses a record in a request. */
export function parseRecord(record: unknown): RecordChange {
  return schema.parse(record);
}

/** Returns the issues of a record in a request, or an empty list if it is accepted. */
export function issuesOf(record: unknown): ErrorIssue[] {
  const { error } = schema.safeParse(record);
  return error ? listIssues(error) : [];
}
