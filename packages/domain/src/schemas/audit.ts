import { INVALID_CURSOR } from "../cursor.ts";
import { isDay } from "../day.ts";
import { isUuid } from "../uuid.ts";
import { strictObject } from "./strict-object.ts";
import { z } from "./z.ts";

/** The actions in the audit log. Never rename one: existing records contain its name. */
export const AUDIT_ACTIONS = [
  "auth.signed-in",
  "auth.sign-in-failed",
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

const AuditActionName = z.enum(AUDIT_ACTIONS, {
  error: "Action must be an audit log action such as auth.signed-in",
});

function id(label: string) {
  const message = `${label} must be a valid ID`;
  return z.string({ error: message }).refine(isUuid, message);
}

function day(label: string) {
  const message = `${label} must be a day such as 2026-01-31`;
  return z.string({ error: message }).refine(isDay, message);
}

const BAD_LIMIT = "Limit must be a whole number from 1 to 200";

/** The filters and paging of the log. `from` and `to` are UTC days, both inclusive. */
export const AuditSearch = strictObject({
  action: AuditActionName.optional(),
  actor: id("Actor").optional(),
  subject: id("Subject").optional(),
  from: day("From").optional(),
  to: day("To").optional(),
  limit: z.number(BAD_LIMIT).int(BAD_LIMIT).min(1, BAD_LIMIT).max(200, BAD_LIMIT).default(100),
  cursor: z
    .string({ error: INVALID_CURSOR })
    .regex(/^\d{1,15}-\d{1,15}$/, INVALID_CURSOR)
    .optional(),
});

export type AuditSearch = z.output<typeof AuditSearch>;

/**
 * An audit record in API responses. `actorUsername` and `subjectName` are current names, null after an erasure. `action`
 * is any string because a newer version may have written the record.
 */
export const AuditRecord = z.object({
  id: z.number().int(),
  at: z.string().meta({ format: "date-time" }),
  action: z.string(),
  actorId: z.string().nullable(),
  actorUsername: z.string().nullable(),
  subjectType: z.string().nullable(),
  subjectId: z.string().nullable(),
  subjectName: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  requestId: z.string().nullable(),
});

export type AuditRecord = z.output<typeof AuditRecord>;

export const AuditPage = z.object({
  items: z.array(AuditRecord),
  nextCursor: z.string().nullable(),
});

export type AuditPage = z.output<typeof AuditPage>;
