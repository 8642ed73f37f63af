/** How long the link in an email that verifies an address works. */
export const VERIFICATION_HOURS = 24;

/** How long the link in an email that restores an earlier address works. */
export const RESTORE_DAYS = 7;

/** How long the links in emails work, in minutes. */
export const LINK_MINUTES = {
  "verify-email": VERIFICATION_HOURS * 60,
  "reset-password": 60,
  "restore-email": RESTORE_DAYS * 24 * 60,
} as const;

/** How long an account must wait for its next password reset link. */
export const RESET_INTERVAL_MINUTES = 10;

/** How many password reset links an account may get in 24 hours. */
export const RESETS_PER_DAY = 10;

/**
 * How long the last reset link that an account may get in a day works: until the next one may be sent. Otherwise
 * strangers who request many links could leave the account's owner without one that works.
 */
export const LAST_RESET_HOURS = 24;
