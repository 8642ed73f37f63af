/** The parts of a stud's record, in the order in which forms and answers list them. */
export const RECORD_PARTS = [
  "identity",
  "titles",
  "place",
  "pedigree",
  "health",
  "breeding",
  "terms",
  "availability",
] as const;

export type RecordPart = (typeof RECORD_PARTS)[number];
