import { NEWEST_OF_USER } from "../page-sizes.ts";
import { CurrentUser, MembershipTier } from "./account.ts";
import { MAX_EMAIL_LENGTH } from "./email.ts";
import { paging } from "./paging.ts";
import { PaymentStatus } from "./payment.ts";
import { strictObject } from "./strict-object.ts";
import { requiredText } from "./text.ts";
import { z } from "./z.ts";

const dateTime = z.string().meta({ format: "date-time" });
const cents = z.number().int().meta({ description: "US cents" });

/** A payment in API responses (specification, section 3). */
export const PaymentEntry = z
  .object({
    id: z
      .string()
      .meta({ description: "The payment's ID; `q` in `GET /api/admin/users` finds its payer" }),
    amount: cents,
    membershipTier: MembershipTier.meta({ description: "The tier that it paid for" }),
    status: PaymentStatus.meta({ description: "Only `succeeded` payments count as revenue" }),
    createdAt: dateTime.meta({ description: "When it was made" }),
  })
  .meta({ id: "Payment" });

export type PaymentEntry = z.output<typeof PaymentEntry>;

/** A payment with its payer, for admins. */
export const RecentPayment = PaymentEntry.extend({
  payer: z
    .object({
      id: z.string().meta({ description: "The payer's user ID" }),
      username: z.string().meta({ description: "The payer's username" }),
    })
    .nullable()
    .meta({ description: "Who paid; null if the account has been erased" }),
}).meta({ id: "RecentPayment" });

/** Statistics for admins (specification, section 3). The sample ads and their owner are not counted. */
export const AdminStats = z.object({
  totalUsers: z.number().int().meta({ description: "Number of users, active or not" }),
  totalAds: z
    .number()
    .int()
    .meta({ description: "Number of all users' stored ads, public or not" }),
  totalRevenue: z.number().int().meta({ description: "Sum of succeeded payments in US cents" }),
  basicMembers: z.number().int().meta({ description: "Number of active Basic memberships" }),
  premiumMembers: z.number().int().meta({ description: "Number of active Premium memberships" }),
  recentPayments: z.array(RecentPayment).meta({ description: "The ten newest payments" }),
});

export type AdminStats = z.output<typeof AdminStats>;

/** An ad in the user list, with only the fields that the list shows. */
const AdEntry = z.object({
  id: z.string().meta({ description: "The ad's ID: the `{id}` of `/api/ads/{id}`" }),
  dogName: z.string().meta({ description: "The dog's call name" }),
  breed: z.string().meta({ description: "The breed" }),
  state: z.string().meta({ description: "The code of a US state" }),
  studFee: z.number().int().meta({ description: "Whole US dollars" }),
  createdAt: dateTime.meta({ description: "When the ad was created" }),
  hiddenReason: z
    .string()
    .nullable()
    .meta({ description: "Why an admin hid the ad; null if it is not hidden" }),
});

/** A user in the user list. */
export const AdminUser = CurrentUser.extend({
  id: z.string().meta({
    description: "The user's ID: the `{id}` of `/api/admin/users/{id}/toggle-active`",
  }),
  isActive: z.boolean().meta({ description: "Whether the user can sign in" }),
  emailVerified: z.boolean().meta({ description: "Whether `email` is verified" }),
  verifiedEmail: z.string().nullable().meta({ description: "The last verified address" }),
  createdAt: dateTime.meta({ description: "When the user signed up" }),
  publicAdCount: z.number().int().meta({
    description: "Number of the user's public ads; `adCount` also counts hidden ones",
  }),
  totalSpent: z
    .number()
    .int()
    .meta({ description: "Sum of the user's succeeded payments in US cents" }),
  payments: z.array(PaymentEntry).meta({ description: `The newest ${NEWEST_OF_USER} payments` }),
  ads: z.array(AdEntry).meta({ description: `The newest ${NEWEST_OF_USER} ads` }),
}).meta({ id: "AdminUser" });

export type AdminUser = z.output<typeof AdminUser>;

/** How many records an erased user had. The payments are kept without a user. */
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
  const message =
    values.length > 2
      ? `${label} must be one of: ${values.join(", ")}`
      : `${label} must be ${values.join(" or ")}`;
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

/** The values of the user list's filters. */
export const USER_FILTER_VALUES = {
  tier: [...MembershipTier.options, "none"],
  active: ["yes", "no"],
  expiring: ["yes"],
} as const;

/** Enough to search for any email address. */
export const MAX_USER_SEARCH_LENGTH = MAX_EMAIL_LENGTH;

/** The filters of the user list. An absent or empty filter matches every user. */
export const userFilters = {
  q: z
    .string({ error: "Search must be text" })
    .trim()
    .max(MAX_USER_SEARCH_LENGTH, `Search must be at most ${MAX_USER_SEARCH_LENGTH} characters`)
    .refine(
      (text) => text.isWellFormed() && !text.includes("\0"),
      "Search contains unsupported characters",
    )
    .optional()
    .transform((text) => text || undefined)
    .meta({
      description:
        "Part of a username, email address or name, or the ID of a user, an ad or a payment",
    }),
  tier: choice("Tier", USER_FILTER_VALUES.tier).meta({
    description:
      "The user's membership tier, even if the membership has expired; `none` for no membership",
  }),
  active: choice("Active", USER_FILTER_VALUES.active).meta({
    description: "Whether the user can sign in",
  }),
  expiring: choice("Expiring", USER_FILTER_VALUES.expiring).meta({
    description: "`yes` for memberships that expire within 30 days",
  }),
};

export const UserFilters = strictObject(userFilters);

export type UserFilters = z.output<typeof UserFilters>;

export const AdminUserSearch = strictObject({ ...userFilters, ...paging });

/** The new state of a user whom an admin deactivated or reactivated. */
export const ToggledUser = z.object({
  id: z.string().meta({ description: "The user's ID" }),
  isActive: z.boolean().meta({ description: "Whether the user can sign in now" }),
});

/** Sets a user's state, whatever the current one is. */
export const UserActivation = strictObject({
  id: z.string(),
  isActive: z.boolean("isActive must be true or false"),
});

export type ToggledUser = z.output<typeof ToggledUser>;

export const AdHiding = strictObject({
  id: z.string(),
  reason: requiredText({ label: "Reason", max: 500, multiline: true }),
});

export const MonthsRequest = strictObject({
  months: z.union([z.literal(12), z.literal(24)], { error: "Months must be 12 or 24" }).default(12),
});

/** The figures of one UTC month 'YYYY-MM'. `newMembers` counts first purchases. */
export const MonthFigures = z.object({
  month: z.string(),
  revenue: cents,
  signUps: z.number().int(),
  newMembers: z.number().int(),
});

export type MonthFigures = z.output<typeof MonthFigures>;
