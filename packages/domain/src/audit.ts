/** The actions in the audit log. Never rename one: existing records contain its name. */
export const AUDIT_ACTIONS = [
  "auth.signed-in",
  "auth.sign-in-failed",
  "auth.sign-in-refused",
  "auth.signed-up",
  "auth.signed-out",
  "account.password-check-failed",
  "account.password-changed",
  "account.password-reset",
  "account.email-changed",
  "account.email-verified",
  "account.email-removed",
  "account.email-restored",
  "account.closed",
  "user.deactivated",
  "user.reactivated",
  "user.password-reset",
  "admin.granted",
  "admin.revoked",
  "ad.hidden",
  "ad.restored",
  "users.exported",
  "ads.exported",
  "membership.activated",
  "payment.refunded",
  "payment.disputed",
  "coupon.created",
  "coupon.changed",
  "user.erased",
  "account.exported",
  "backup.written",
  "backup.restored",
] as const;

export const AUDIT_SUBJECTS = ["user", "ad", "payment", "coupon"] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];
export type AuditSubject = { readonly type: (typeof AUDIT_SUBJECTS)[number]; readonly id: string };

/** IDs, numbers and fixed words, which reveal nothing about a person after the account is erased. */
export type AuditDetails = Readonly<Record<string, string | number | boolean>>;

const WORD_OR_ID = /^[A-Za-z0-9_.:-]{1,64}$/;

/** Whether the details contain only IDs, numbers and words, and no free text. */
export function isAuditDetails(details: AuditDetails): boolean {
  return Object.values(details).every(
    (value) => typeof value !== "string" || WORD_OR_ID.test(value),
  );
}
