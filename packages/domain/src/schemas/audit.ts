import { AUDIT_ACTIONS } from "../audit.ts";
import { INVALID_CURSOR } from "../cursor.ts";
import { isDay } from "../day.ts";
import { isUuid } from "../uuid.ts";
import { paging } from "./paging.ts";
import { strictObject } from "./strict-object.ts";
import { z } from "./z.ts";

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

/** The filters and paging of the log. `from` and `to` are UTC days, both inclusive. */
export const AuditSearch = strictObject({
  action: AuditActionName.optional(),
  actor: id("Actor").optional(),
  subject: id("Subject").optional(),
  from: day("From").optional(),
  to: day("To").optional(),
  limit: paging.limit,
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
