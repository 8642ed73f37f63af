import type { StudRecord } from "../schemas/record/record.ts";

/** A day in a record and the path of its field: 'record.health.tests.3.date'. */
type RecordDate = { path: string; label: string; day: string };

/** Returns all days that a record states. */
export function listRecordDates({ health, breeding, availability }: StudRecord): RecordDate[] {
  const tests = (health?.tests ?? []).map(({ date }, index) => ({
    path: `record.health.tests.${index}.date`,
    label: "Test date",
    day: date,
  }));
  const dates = [
    ...tests,
    {
      path: "record.breeding.semenAnalysisDate",
      label: "Semen analysis date",
      day: breeding?.semenAnalysisDate,
    },
    {
      path: "record.breeding.brucellosisTestDate",
      label: "Brucellosis test date",
      day: breeding?.brucellosisTestDate,
    },
    { path: "record.availability.since", label: "Frozen-only date", day: availability?.since },
  ];
  return dates.flatMap(({ day, ...field }) => (day === undefined ? [] : [{ ...field, day }]));
}
