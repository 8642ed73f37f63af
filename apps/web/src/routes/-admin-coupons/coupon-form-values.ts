import { utcDay } from "@studbook/domain/age";
import { formatCount } from "@studbook/domain/format";
import { findCouponDatesProblem, NewCoupon } from "@studbook/domain/schemas/coupon";
import { z } from "@studbook/domain/schemas/z";
import type { AdminCoupon } from "../../features/admin/admin-queries.ts";
import { readWholeNumber } from "../../features/forms/read-whole-number.ts";
import { beginOf, endOf, lastDayBefore } from "./coupon-days.ts";

const FIRST_DAY = "2000-01-01";
const LAST_DAY = "2099-12-31";

const { code, description, percentOff, maxRedemptions } = NewCoupon.shape;

/** The values of the controls that both forms have, which are all text. */
export type CouponTexts = {
  description: string;
  startsAt: string;
  endsAt: string;
  maxRedemptions: string;
};

export const NO_TEXTS: CouponTexts = {
  description: "",
  startsAt: "",
  endsAt: "",
  maxRedemptions: "",
};

/** Tells whether a date is incomplete, because the control then has no value. */
export type IsIncomplete = (field: "startsAt" | "endsAt") => boolean;

/** Checks the form of a new coupon and turns its texts into what is sent. */
export function newCouponForm(isIncomplete: IsIncomplete) {
  return z
    .object({
      code,
      percentOff: z
        .string()
        .transform((text) => readWholeNumber(text.replace(/%\s*$/, "")))
        .pipe(percentOff),
      ...termFields(isIncomplete),
    })
    .superRefine(checkDates);
}

/** Checks the form that changes a coupon and turns its texts into what is sent. */
export function couponTermsForm(isIncomplete: IsIncomplete) {
  return z.object(termFields(isIncomplete)).superRefine(checkDates);
}

type CouponTerms = z.output<ReturnType<typeof couponTermsForm>>;

export function toTexts(coupon: AdminCoupon): CouponTexts {
  const { startsAt, endsAt } = coupon;
  return {
    description: coupon.description,
    startsAt: startsAt === null ? "" : utcDay(new Date(startsAt)),
    endsAt: endsAt === null ? "" : lastDayBefore(endsAt),
    maxRedemptions: coupon.maxRedemptions === null ? "" : formatCount(coupon.maxRedemptions),
  };
}

/** Returns the terms whose texts were changed. The others stay as they are, such as an end at noon. */
export function pickChanges(
  before: CouponTexts,
  after: CouponTexts,
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
    startsAt: day("First day", () => isIncomplete("startsAt"), beginOf),
    endsAt: day("Last day", () => isIncomplete("endsAt"), endOf),
    maxRedemptions: z
      .string()
      .transform((text) => readWholeNumber(text) ?? null)
      .pipe(maxRedemptions.unwrap()),
  };
}

/** An optional UTC day, turned into an instant by `toInstant`. */
function day(label: string, isIncomplete: () => boolean, toInstant: (day: string) => string) {
  return z.string().transform((text, context) => {
    if (isIncomplete()) {
      const message = `${label} is incomplete. Give month, day and year, or none of them`;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }
    if (text === "") return null;
    if (z.iso.date().safeParse(text).success && text >= FIRST_DAY && text <= LAST_DAY) {
      return toInstant(text);
    }
    context.addIssue({ code: "custom", message: `${label} must be in the years 2000 to 2099` });
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
