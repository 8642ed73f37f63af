import { CurrentUser } from "./account.ts";
import { paging } from "./paging.ts";
import { PaymentStatus } from "./payment.ts";
import { strictObject } from "./strict-object.ts";
import { requiredText } from "./text.ts";
import { z } from "./z.ts";

const dateTime = z.string().meta({ format: "date-time" });
const cents = z.number().int().meta({ description: "US cents" });

/** A payment in the answers of the API (specification, section 3). */
export const PaymentEntry = z
  .object({
    id: z.string(),
    amount: cents,
    membershipTier: z.enum(["basic", "premium"]),
    status: PaymentStatus,
    createdAt: dateTime,
  })
  .meta({ id: "Payment" });

export type PaymentEntry = z.output<typeof PaymentEntry>;

/** The operator's figures (specification, section 3), without the samples and their owner. */
export const AdminStats = z.object({
  totalUsers: z.number().int(),
  totalAds: z.number().int(),
  totalRevenue: cents,
  basicMembers: z.number().int(),
  premiumMembers: z.number().int(),
  recentPayments: z.array(PaymentEntry),
});

export type AdminStats = z.output<typeof AdminStats>;

/** An ad in a user's entry, with only the fields that lists show. */
const AdEntry = z.object({
  id: z.string(),
  dogName: z.string(),
  breed: z.string(),
  state: z.string(),
  studFee: z.number().int().meta({ description: "Whole US dollars" }),
  createdAt: dateTime,
  hiddenReason: z.string().nullable(),
});

/** An entry of the user list; `payments` and `ads` are the newest 100 of each. */
export const AdminUser = CurrentUser.extend({
  id: z.string(),
  isActive: z.boolean(),
  emailVerified: z.boolean(),
  verifiedEmail: z.string().nullable(),
  createdAt: dateTime,
  totalSpent: cents,
  payments: z.array(PaymentEntry),
  ads: z.array(AdEntry),
}).meta({ id: "AdminUser" });

export type AdminUser = z.output<typeof AdminUser>;

/** How many records an erased user had. Payments stay, without a user. */
export const ErasedUser = z.object({
  ads: z.number().int(),
  photos: z.number().int(),
  payments: z.number().int(),
});

export type ErasedUser = z.output<typeof ErasedUser>;

export const AdminUserPage = z.object({
  items: z.array(AdminUser),
  total: z.number().int(),
  nextCursor: z.string().nullable(),
});

export type AdminUserPage = z.output<typeof AdminUserPage>;

function choice<const Value extends string>(label: string, values: readonly Value[]) {
  const message = `${label} must be ${values.join(" or ")}`;
  return z
    .string({ error: message })
    .meta({ enum: [...values, ""] })
    .optional()
    .transform((text, context) => {
      if (text === undefined || text === "") return undefined;
      const value = values.find((known) => known === text);
      if (value !== undefined) return value;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    });
}

/**
 * The filters of the user list; absent and '' mean all. `q` is any part of the username, e-mail
 * or name; `expiring` memberships end within 30 days.
 */
export const userFilters = {
  q: z
    .string({ error: "Search must be text" })
    .trim()
    .max(254, "Search must be at most 254 characters")
    .refine((text) => text.isWellFormed() && !text.includes("\0"), "Search cannot have that")
    .optional()
    .transform((text) => text || undefined),
  tier: choice("Tier", ["basic", "premium", "none"]),
  active: choice("Active", ["yes", "no"]),
  expiring: choice("Expiring", ["yes"]),
};

export const UserFilters = strictObject(userFilters);

export type UserFilters = z.output<typeof UserFilters>;

export const AdminUserSearch = strictObject({ ...userFilters, ...paging });

/** Whether a member is active after an admin has toggled it. */
export const ToggledUser = z.object({ id: z.string(), isActive: z.boolean() });

/** The wanted state of a member, whatever the current one is. */
export const ActiveWanted = strictObject({
  id: z.string(),
  isActive: z.boolean("Say whether the user is to be active"),
});

export type ToggledUser = z.output<typeof ToggledUser>;

export const AdHiding = strictObject({
  id: z.string(),
  reason: requiredText({ label: "Reason", max: 500, multiline: true }),
});

export const MonthsAsked = strictObject({
  months: z.union([z.literal(12), z.literal(24)], { error: "Months must be 12 or 24" }).default(12),
});

/** One UTC month 'YYYY-MM': revenue, new accounts and first purchases. */
export const MonthFigures = z.object({
  month: z.string(),
  revenue: cents,
  signUps: z.number().int(),
  newMembers: z.number().int(),
});

export type MonthFigures = z.output<typeof MonthFigures>;
