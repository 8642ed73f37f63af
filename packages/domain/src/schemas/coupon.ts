import { formatCount } from "../format.ts";
import { paging } from "./paging.ts";
import { strictObject } from "./strict-object.ts";
import { requiredText } from "./text.ts";
import { z } from "./z.ts";

const VISIBLE_ASCII = /^[!-~]*$/;
export const MAX_COUPON_CODE_LENGTH = 64;

/** The years in which coupons can start and end, both inclusive. */
export const FIRST_COUPON_YEAR = 2000;
export const LAST_COUPON_YEAR = 2099;
const FIRST_INSTANT = Date.UTC(FIRST_COUPON_YEAR, 0, 1);
/** Inclusive: the end of the last day. */
const LAST_INSTANT = Date.UTC(LAST_COUPON_YEAR + 1, 0, 1);
const MAX_LIMIT = 1_000_000;

const BAD_PERCENTAGE = "Percent off must be a whole number from 1 to 100";
const BAD_LIMIT = `Limit must be a whole number from 1 to ${formatCount(MAX_LIMIT)}`;

/** Only ASCII, because JavaScript and PostgreSQL lower-case some other letters differently. */
const code = requiredText({
  label: "Code",
  max: MAX_COUPON_CODE_LENGTH,
  check: (text) =>
    VISIBLE_ASCII.test(text)
      ? undefined
      : "Code can contain only the letters A to Z, digits and symbols, without spaces",
});

const description = requiredText({ label: "Description", max: 200 });

const percentOff = z
  .number({ error: BAD_PERCENTAGE })
  .int(BAD_PERCENTAGE)
  .min(1, BAD_PERCENTAGE)
  .max(100, BAD_PERCENTAGE);

const active = z.boolean({ error: "Active must be true or false" });

const maxRedemptions = z
  .number({ error: BAD_LIMIT })
  .int(BAD_LIMIT)
  .min(1, BAD_LIMIT)
  .max(MAX_LIMIT, BAD_LIMIT)
  .nullable();

const DateTime = z.iso.datetime({ offset: true });

/** Parses an ISO date-time with an offset as a Date; null and '' mean none. */
function clearableInstant(label: string) {
  const message = `${label} must be a date-time from ${FIRST_COUPON_YEAR} to ${LAST_COUPON_YEAR} such as 2027-01-31T00:00:00Z`;
  return z
    .string({ error: message })
    .nullable()
    .transform((text, context) => {
      if (text === null || text === "") return null;
      const instant = new Date(DateTime.safeParse(text).success ? text : Number.NaN);
      if (instant.getTime() >= FIRST_INSTANT && instant.getTime() <= LAST_INSTANT) return instant;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    });
}

const startsAt = clearableInstant("Start");
const endsAt = clearableInstant("End");

/** Returns a sentence if a coupon does not start before it ends. Null and undefined mean no start or no end. */
export function findCouponDatesProblem(
  startsAt: Date | null | undefined,
  endsAt: Date | null | undefined,
): string | undefined {
  return startsAt && endsAt && startsAt >= endsAt
    ? "A coupon must start before it ends"
    : undefined;
}

/** A new coupon. Without dates it is always valid; without a limit every user can use it once. */
export const NewCoupon = strictObject({
  code,
  description,
  percentOff,
  startsAt: startsAt.optional(),
  endsAt: endsAt.optional(),
  maxRedemptions: maxRedemptions.optional(),
}).superRefine((coupon, context) => {
  const message = findCouponDatesProblem(coupon.startsAt, coupon.endsAt);
  if (message) context.addIssue({ code: "custom", message, path: ["endsAt"] });
});

export type NewCoupon = z.output<typeof NewCoupon>;
export type NewCouponFields = z.input<typeof NewCoupon>;

/**
 * Any subset of the fields of a coupon that can change. The code and the percentage cannot: advertisements and quoted
 * prices rely on them.
 */
export const CouponChange = strictObject({
  id: z.string(),
  description: description.optional(),
  active: active.optional(),
  startsAt: startsAt.optional(),
  endsAt: endsAt.optional(),
  maxRedemptions: maxRedemptions.optional(),
});

export type CouponChange = z.output<typeof CouponChange>;

const dateTime = z.string().meta({ format: "date-time" });

/** A coupon as admins see it. `uses` includes reservations by open checkouts. */
export const CouponEntry = z.object({
  id: z.string(),
  code: z.string(),
  description: z.string(),
  percentOff: z.number().int(),
  active: z.boolean(),
  startsAt: dateTime.nullable(),
  endsAt: dateTime.nullable(),
  maxRedemptions: z.number().int().nullable(),
  uses: z.number().int(),
  createdAt: dateTime,
});

export type CouponEntry = z.output<typeof CouponEntry>;

export const CouponSearch = strictObject(paging);

export type CouponSearch = z.output<typeof CouponSearch>;

export const CouponPage = z.object({
  items: z.array(CouponEntry),
  nextCursor: z.string().nullable(),
});

export type CouponPage = z.output<typeof CouponPage>;
