/** How long the links of mails work, in minutes. */
export const LINK_MINUTES = {
  "verify-email": 24 * 60,
  "reset-password": 60,
  "restore-email": 7 * 24 * 60,
} as const;

/**
 * How long the last reset link of a day works, and one after which there may be no other that day, in minutes: until another one may be
 * sent. Or strangers who ask often could leave the owner of an account without a link that works.
 */
export const LAST_RESET_MINUTES = 24 * 60;
