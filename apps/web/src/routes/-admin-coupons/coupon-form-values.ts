import { utcDay } from "@studbook/domain/age";
import { formatCount } from "@studbook/domain/format";
import {
  FIRST_COUPON_YEAR,
  findCouponDatesProblem,
  LAST_COUPON_YEAR,
  NewCoupon,
} from "@studbook/domain/schemas/coupon";
import { z } from "@studbook/domain/schemas/z";
import type { AdminCoupon } from "../../features/admin/admin-queries.ts";
import { parseWholeNumber } from "../../features/forms/parse-whole-number.ts";
import { endOfDay, lastDayBefore, startOfDay } from "./coupon-days.ts";

const FIRST_DAY = `${FIRST_COUPON_YEAR}-01-01`;
const LAST_DAY = `${LAST_COUPON_YEAR}-12-31`;

const { code, description, percentOff, maxRedemptions } = NewCoupon.shape;

/** The values of the fields that both forms have, which are all text. */
export type CouponFormValues = {
  description: string;
  startsAt: string;
  endsAt: string;
  maxRedemptions: string;
};

export const EMPTY_VALUES: CouponFormValues = {
  description: "",
  startsAt: "",
  endsAt: "",
  maxRedemptions: "",
};

/** Returns whether a date is incomplete. The field then has no value. */
export type IsIncomplete = (field: "startsAt" | "endsAt") => boolean;

/** The schema of the form that creates a coupon. Its output is sent to the server. */
export function newCouponForm(isIncomplete: IsIncomplete) {
  return z
    .object({
      code,
      percentOff: z
        .string()
        .transform((text) => parseWholeNumber(text.replace(/%\s*$/, "")))
        .pipe(percentOff),
      ...termFields(isIncomplete),
    })
    .superRefine(checkDates);
}

/** The schema of the form that changes a coupon. Its output is sent to the server. */
export function couponTermsForm(isIncomplete: IsIncomplete) {
  return z.object(termFields(isIncomplete)).superRefine(checkDates);
}

type CouponTerms = z.output<ReturnType<typeof couponTermsForm>>;

export function toFormValues(coupon: AdminCoupon): CouponFormValues {
  const { startsAt, endsAt } = coupon;
  return {
    description: coupon.description,
    startsAt: startsAt === null ? "" : utcDay(new Date(startsAt)),
    endsAt: endsAt === null ? "" : lastDayBefore(endsAt),
    maxRedemptions: coupon.maxRedemptions === null ? "" : formatCount(coupon.maxRedemptions),
  };
}

/** Returns the terms whose values were changed. The others stay as they are, such as an end at noon. */
export function pickChanges(
  before: CouponFormValues,
  after: CouponFormValues,
  terms: CouponTerms,
): Partial<CouponTerms> {
  return {
    ...(after.description !== before.description && { description: terms.description }),
    ...(after.startsAt !== before.startsAt && { startsAt: terms.startsAt }),
    ...(after.endsAt !== before.endsAt && { endsAt: terms.endsAt }),
    ...(after.maxRedemptions !== before.maxRedemptions && {
      maxRedemptions: terms.maxRedemptions,
    }),
  };
}

function termFields(isIncomplete: IsIncomplete) {
  return {
    description,
    startsAt: day("First day", () => isIncomplete("startsAt"), startOfDay),
    endsAt: day("Last day", () => isIncomplete("endsAt"), endOfDay),
    maxRedemptions: z
      .string()
      .transform((text) => parseWholeNumber(text) ?? null)
      .pipe(maxRedemptions.unwrap()),
  };
}

/** The schema of an optional UTC day, which `toInstant` turns into an instant. */
function day(label: string, isIncomplete: () => boolean, toInstant: (day: string) => string) {
  return z.string().transform((text, context) => {
    if (isIncomplete()) {
      const message = `${label} is incomplete. Enter the month, day and year, or clear the field.`;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }
    if (text === "") return null;
    if (z.iso.date().safeParse(text).success && text >= FIRST_DAY && text <= LAST_DAY) {
      return toInstant(text);
    }
    const message = `${label} must be between ${FIRST_COUPON_YEAR} and ${LAST_COUPON_YEAR}`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

function checkDates(
  { startsAt, endsAt }: { startsAt: string | null; endsAt: string | null },
  context: z.RefinementCtx,
): void {
  const message = findCouponDatesProblem(
    startsAt === null ? null : new Date(startsAt),
    endsAt === null ? null : new Date(endsAt),
  );
  if (message) context.addIssue({ code: "custom", message, path: ["endsAt"] });
}
