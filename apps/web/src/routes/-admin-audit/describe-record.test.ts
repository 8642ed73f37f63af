import { AUDIT_ACTIONS } from "@studbook/domain/audit";
import { expect, test } from "vitest";
import type { AuditRecord } from "../../features/admin/admin-queries.ts";
import { formatInstant } from "../../features/admin/format-instant.ts";
import { ACTION_LABELS } from "./action-labels.ts";
import { actorName, describeDetails, describeVerb, subjectName } from "./describe-record.ts";

const ADMIN = "6b1f0e4a-93d7-4c39-8a55-0e7c1f2d9b40";
const OTHER = "0a1f0e4a-93d7-4c39-8a55-0e7c1f2d9b41";

const record: AuditRecord = {
  id: 1,
  at: "2026-11-21T20:17:05.123Z",
  action: "user.deactivated",
  actorId: ADMIN,
  actorUsername: "admin",
  subjectType: "user",
  subjectId: OTHER,
  subjectName: "basic",
  details: {},
  requestId: null,
};

test("every action has labels", () => {
  expect(Object.keys(ACTION_LABELS).toSorted()).toEqual([...AUDIT_ACTIONS].toSorted());
});

test.each<[string, Partial<AuditRecord>, string]>([
  ["an account", {}, "admin"],
  ["an erased account", { actorUsername: null }, "An erased account"],
  [
    "the command line",
    { actorId: null, actorUsername: null, details: { by: "cli" } },
    "The command line",
  ],
  [
    "a failed sign-in",
    { actorId: null, actorUsername: null, action: "auth.sign-in-failed" },
    "Someone",
  ],
  [
    "a failed check of a password",
    { actorId: null, actorUsername: null, action: "account.password-check-failed" },
    "Someone",
  ],
  ["a job", { actorId: null, actorUsername: null, action: "payment.refunded" }, "Studbook"],
])("names the actor: %s", (_, change, name) => {
  expect(actorName({ ...record, ...change })).toBe(name);
});

test.each<[string, Partial<AuditRecord>, string | undefined]>([
  ["an account", {}, "basic"],
  ["an erased account", { subjectName: null }, "an erased account"],
  ["an ad", { subjectType: "ad", subjectName: null }, "ad 0a1f0e4a"],
  ["a coupon", { subjectType: "coupon", subjectName: "SPRING" }, "coupon SPRING"],
  ["a payment", { subjectType: "payment", subjectName: null }, "Payment 0a1f0e4a"],
  ["none, if it is the actor", { subjectId: ADMIN }, undefined],
  ["none, if the record has none", { subjectType: null, subjectId: null }, undefined],
])("names the subject: %s", (_, change, name) => {
  expect(subjectName({ ...record, ...change })).toBe(name);
});

test.each<[string, Partial<AuditRecord>]>([
  ["deactivated", {}],
  ["lent", { action: "lent" }],
  ["activated the membership of", { action: "membership.activated" }],
  [
    "activated a membership",
    { action: "membership.activated", subjectType: null, subjectId: null },
  ],
  ["exported their own data", { action: "account.exported", subjectId: ADMIN }],
  ["failed to sign in as", { action: "auth.sign-in-failed", actorId: null }],
  ["failed to sign in", { action: "auth.sign-in-failed", actorId: null, subjectId: null }],
  ["tried too often to sign in as", { action: "auth.sign-in-refused", actorId: null }],
  ["failed a password check", { action: "account.password-check-failed", subjectId: ADMIN }],
  [
    "failed a password check for",
    { action: "account.password-check-failed", actorId: null, actorUsername: null },
  ],
  ["was refunded", refund({ status: "refunded", amountRefunded: 2900 })],
  ["was refunded in part", refund({ status: "succeeded", amountRefunded: 1000 })],
  ["is no longer refunded", refund({ status: "succeeded", amountRefunded: 0 })],
  ["was disputed", { ...refund({ status: "disputed" }), action: "payment.disputed" }],
  ["is no longer disputed", { ...refund({ status: "succeeded" }), action: "payment.disputed" }],
])("uses the verb '%s'", (verb, change) => {
  expect(describeVerb({ ...record, ...change })).toBe(verb);
});

function refund(details: AuditRecord["details"]): Partial<AuditRecord> {
  const noOne = { actorId: null, actorUsername: null, subjectName: null };
  return { action: "payment.refunded", subjectType: "payment", ...noOne, details };
}

test("describes details without the actor", () => {
  const details = { by: "cli", tier: "premium", searched: false, n: 3 };
  expect(describeDetails({ ...record, details })).toBe("tier: premium, searched: no, n: 3");
  expect(describeDetails(record)).toBe("");
});

test.each([
  [{ tier: "basic", amount: 1450 }, "tier: basic, amount: $14.50"],
  [{ status: "refunded", amountRefunded: 2900 }, "status: refunded, refunded: $29.00"],
  [{ percentOff: 20, maxRedemptions: 100 }, "percent off: 20, limit: 100"],
  [
    { description: true, active: false, maxRedemptions: "none" },
    "description: changed, active: no, limit: none",
  ],
  [
    { startsAt: "2027-03-01T00:00:00.000Z", endsAt: "none" },
    "from: Mar 1, 2027, 00:00:00 UTC, until: none",
  ],
])("describes %j as '%s'", (details, text) => {
  expect(describeDetails({ ...record, details })).toBe(text);
});

test("formats an instant to the second, in UTC", () => {
  expect(formatInstant(record.at)).toBe("Nov 21, 2026, 20:17:05 UTC");
});
