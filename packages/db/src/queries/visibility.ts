/**
 * SQL conditions on a row of `ads`. An ad is public while its owner's state lists it (migration 0002) and it is not paused
 * (migration 0044).
 */
export const IS_LISTED = "listed_until > studbook_now()";

export const IS_PAUSED = "paused_until > studbook_now()";

// Not `is not false`, for which PostgreSQL would expect hardly any ads.
export const IS_PUBLIC = `${IS_LISTED} and (paused_until is null or paused_until <= studbook_now())`;

/**
 * The ads whose visibility has changed by the passing of time, and that the stored counts do not reflect yet: -1 for each
 * that has ended and 1 for each that has returned. Few, because a job clears them.
 */
export const UNCOUNTED = `
  select breed, state, -1 as n from ads where listed_until <= studbook_now() and paused_until is null
  union all
  select breed, state, 1 from ads where paused_until <= studbook_now() and ${IS_LISTED}`;
