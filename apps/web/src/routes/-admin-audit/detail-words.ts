import { formatCents } from "@studbook/domain/format";
import { formatInstant } from "../../features/admin/format-instant.ts";

type Value = string | number | boolean;

/** Of names that would not be understood as they are. */
const LABELS: Record<string, string> = {
  amountRefunded: "refunded",
  percentOff: "percent off",
  maxRedemptions: "limit",
  startsAt: "from",
  endsAt: "until",
  verifiedEmailRemoved: "verified address removed",
};
const CENTS = new Set(["amount", "amountRefunded"]);
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** One of a record's details in words, such as 'tier: premium' or 'refunded: $29.00'. */
export function detailText(name: string, value: Value): string {
  return `${LABELS[name] ?? name}: ${valueText(name, value)}`;
}

function valueText(name: string, value: Value): string {
  if (typeof value === "boolean") {
    // The log does not keep the texts themselves.
    if (name === "description") return "changed";
    return value ? "yes" : "no";
  }
  if (typeof value === "number") return CENTS.has(name) ? formatCents(value) : String(value);
  return INSTANT.test(value) ? formatInstant(value) : value;
}
