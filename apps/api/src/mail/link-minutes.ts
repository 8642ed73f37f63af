/** How long the links in emails work, in minutes. */
export const LINK_MINUTES = {
  "verify-email": 24 * 60,
  "reset-password": 60,
  "restore-email": 7 * 24 * 60,
} as const;

/**
 * How long the last reset link that an account may get in a day works, in minutes: until the next one may be sent.
 * Otherwise strangers who request many links could leave the account's owner without one that works.
 */
export const LAST_RESET_MINUTES = 24 * 60;
