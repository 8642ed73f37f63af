/** What counts as a litter. */
export const LITTER_MEANINGS = [
  "1 live puppy",
  "2 live puppies",
  "2 live puppies at 48 hours",
  "2 live puppies at one week",
] as const;

/** What owners offer if there is no litter. */
export const REPEAT_BREEDINGS = [
  "One repeat breeding",
  "One repeat breeding to the same female within a year",
  "Free at her next heat, if he is available",
  "Half the fee for a second try",
] as const;

/** What collecting and shipping semen costs. */
export const EXTRA_COSTS = [
  "$250 for each collection, shipping at cost",
  "$325 a shipment",
  "$375 a shipment, Monday to Wednesday",
  "Collection and overnight shipping at cost",
  "$150 for collection; your account with the carrier",
] as const;
