/**
 * SQL conditions on a row of `ads`. An ad is public while its owner's state lists it (migration 0002) and it is not paused
 * (migration 0044).
 */
export const IS_LISTED = "listed_until > studbook_now()";

export const IS_PAUSED = "paused_until > studbook_now()";

// Not `is not false`, for which PostgreSQL would expect hardly any ads.
export const IS_PUBLIC = `${IS_LISTED} and (paused_until is null or paused_until <= studbook_now())`;

/** The ads that have ended and are not swept yet. */
export const HAS_ENDED = "listed_until <= studbook_now()";

/** The ads that have returned from a pause and are not swept yet. */
export const HAS_RETURNED = `paused_until <= studbook_now() and ${IS_LISTED}`;

/**
 * What the stored counts do not reflect yet: -1 for each ad that has ended and 1 for each that has returned. Few, because a
 * job sweeps them.
 */
export const UNCOUNTED = `
  select breed, state, -1 as n from ads where ${HAS_ENDED} and paused_until is null
  union all
  select breed, state, 1 from ads where ${HAS_RETURNED}`;
