// Written by `pnpm generate` from the schemas of the API: do not edit.
import type { Ask, CallOptions } from "./connection.ts";

export type Breed =
  | "Airedale Terrier"
  | "Akita"
  | "Alaskan Malamute"
  | "American Staffordshire Terrier"
  | "Australian Cattle Dog"
  | "Australian Shepherd"
  | "Basset Hound"
  | "Beagle"
  | "Belgian Malinois"
  | "Bernese Mountain Dog"
  | "Bichon Frise"
  | "Bloodhound"
  | "Border Collie"
  | "Boston Terrier"
  | "Boxer"
  | "Brittany"
  | "Bull Terrier"
  | "Bulldog"
  | "Bullmastiff"
  | "Cairn Terrier"
  | "Cane Corso"
  | "Cardigan Welsh Corgi"
  | "Cavalier King Charles Spaniel"
  | "Chesapeake Bay Retriever"
  | "Chihuahua"
  | "Chinese Crested"
  | "Chinese Shar-Pei"
  | "Chow Chow"
  | "Cocker Spaniel"
  | "Collie"
  | "Dachshund"
  | "Dalmatian"
  | "Doberman Pinscher"
  | "Dogue de Bordeaux"
  | "English Cocker Spaniel"
  | "English Springer Spaniel"
  | "French Bulldog"
  | "German Shepherd Dog"
  | "German Shorthaired Pointer"
  | "German Wirehaired Pointer"
  | "Golden Retriever"
  | "Great Dane"
  | "Great Pyrenees"
  | "Havanese"
  | "Italian Greyhound"
  | "Labrador Retriever"
  | "Lhasa Apso"
  | "Maltese"
  | "Mastiff"
  | "Miniature American Shepherd"
  | "Miniature Pinscher"
  | "Miniature Schnauzer"
  | "Newfoundland"
  | "Old English Sheepdog"
  | "Papillon"
  | "Pembroke Welsh Corgi"
  | "Pomeranian"
  | "Poodle (Miniature)"
  | "Poodle (Standard)"
  | "Poodle (Toy)"
  | "Portuguese Water Dog"
  | "Pug"
  | "Rhodesian Ridgeback"
  | "Rottweiler"
  | "Saint Bernard"
  | "Samoyed"
  | "Scottish Terrier"
  | "Shetland Sheepdog"
  | "Shiba Inu"
  | "Shih Tzu"
  | "Siberian Husky"
  | "Soft Coated Wheaten Terrier"
  | "Staffordshire Bull Terrier"
  | "Vizsla"
  | "Weimaraner"
  | "West Highland White Terrier"
  | "Whippet"
  | "Wirehaired Pointing Griffon"
  | "Yorkshire Terrier"
  | "Other";

export type StateCode =
  | "AL"
  | "AK"
  | "AZ"
  | "AR"
  | "CA"
  | "CO"
  | "CT"
  | "DE"
  | "FL"
  | "GA"
  | "HI"
  | "ID"
  | "IL"
  | "IN"
  | "IA"
  | "KS"
  | "KY"
  | "LA"
  | "ME"
  | "MD"
  | "MA"
  | "MI"
  | "MN"
  | "MS"
  | "MO"
  | "MT"
  | "NE"
  | "NV"
  | "NH"
  | "NJ"
  | "NM"
  | "NY"
  | "NC"
  | "ND"
  | "OH"
  | "OK"
  | "OR"
  | "PA"
  | "RI"
  | "SC"
  | "SD"
  | "TN"
  | "TX"
  | "UT"
  | "VT"
  | "VA"
  | "WA"
  | "WV"
  | "WI"
  | "WY";

export type AccountInfo = {
  email?: string | null | undefined;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
};

export type ActiveWanted = { id: string; isActive: boolean };

export type Ad = {
  id: string;
  userId: string;
  dogName: string;
  breed: Breed;
  state: StateCode;
  birthdate: string;
  /** Whole US dollars */
  studFee: number;
  description: string;
  images: string[];
  ownerName: string;
  ownerEmail: string;
  ownerPhone: string | null;
  createdAt: string;
  updatedAt: string;
  /** Why the operator has hidden this ad; told to its owner and to admins alone */
  hiddenReason?: string;
};

export type AdHiding = { id: string; reason: string };

export type AdPatch = {
  id: string;
  dogName?: string | undefined;
  breed?: Breed | undefined;
  state?: StateCode | undefined;
  /** `YYYY-MM-DD`, or an ISO date-time of that UTC day; from 1990 on, not in the future */
  birthdate?: string | undefined;
  /** Whole US dollars */
  studFee?: number | undefined;
  description?: string | undefined;
  images?: string[] | undefined;
  ownerName?: string | undefined;
  ownerEmail?: string | undefined;
  ownerPhone?: string | null | undefined;
};

export type AdSearchInput = {
  breed?: Breed | "" | undefined;
  state?: StateCode | "" | undefined;
  /** How many entries a page has */
  limit?: number | undefined;
  /** Where to go on, out of the `Link` of the page before */
  cursor?: string | undefined;
};

export type AdSearchResult = { items: Ad[]; total: number; nextCursor: string | null };

export type AdminStats = {
  totalUsers: number;
  totalAds: number;
  /** US cents */
  totalRevenue: number;
  basicMembers: number;
  premiumMembers: number;
  recentPayments: PaymentEntry[];
};

export type AdminUser = {
  username: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  isAdmin: boolean;
  membershipTier: MembershipTier | null;
  membershipExpiresAt: string | null;
  adCount: number;
  id: string;
  isActive: boolean;
  emailVerified: boolean;
  verifiedEmail: string | null;
  createdAt: string;
  /** US cents */
  totalSpent: number;
  payments: PaymentEntry[];
  ads: {
    id: string;
    dogName: string;
    breed: string;
    state: string;
    /** Whole US dollars */
    studFee: number;
    createdAt: string;
    hiddenReason: string | null;
  }[];
};

export type AdminUserPage = { items: AdminUser[]; total: number; nextCursor: string | null };

export type AdminUserSearch = {
  q?: string | undefined;
  tier?: "basic" | "premium" | "none" | "" | undefined;
  active?: "yes" | "no" | "" | undefined;
  expiring?: "yes" | "" | undefined;
  /** How many entries a page has */
  limit?: number | undefined;
  /** Where to go on, out of the `Link` of the page before */
  cursor?: string | undefined;
};

export type AuditPage = { items: AuditRecord[]; nextCursor: string | null };

export type AuditRecord = {
  id: number;
  at: string;
  action: string;
  actorId: string | null;
  actorUsername: string | null;
  subjectType: string | null;
  subjectId: string | null;
  subjectName: string | null;
  details: Record<string, string | number | boolean>;
  requestId: string | null;
};

export type AuditSearch = {
  action?: "auth.signed-in" | "auth.sign-in-failed" | "auth.signed-up" | "auth.signed-out" | "account.password-check-failed" | "account.password-changed" | "account.password-reset" | "account.email-changed" | "account.email-verified" | "account.email-removed" | "account.email-restored" | "account.closed" | "user.deactivated" | "user.reactivated" | "user.password-reset" | "admin.granted" | "admin.revoked" | "ad.hidden" | "ad.restored" | "users.exported" | "ads.exported" | "membership.activated" | "payment.refunded" | "payment.disputed" | "coupon.created" | "coupon.changed" | "user.erased" | "account.exported" | "backup.written" | "backup.restored" | undefined;
  actor?: string | undefined;
  subject?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
};

export type Checkout = {
  membershipTier: MembershipTier;
  /** Cents */
  price: number;
  decision: {
    kind: "allowed";
    reason: "first" | "after-expiry" | "renewal" | "upgrade";
    from: string;
    to: string;
    daysGivenUp: number;
  } | { kind: "refused"; reason: string; message: string };
  paid: {
    /** Cents */
    amount: number;
    paidAt: string;
    expiresAt: string;
  } | null;
};

export type CheckoutChoice = { membershipTier: MembershipTier };

export type ConfirmedMembership = {
  membershipTier: MembershipTier | null;
  membershipExpiresAt: string | null;
};

export type CouponChange = {
  id: string;
  description?: string | undefined;
  active?: boolean | undefined;
  startsAt?: string | null | undefined;
  endsAt?: string | null | undefined;
  maxRedemptions?: number | null | undefined;
};

export type CouponEntry = {
  id: string;
  code: string;
  description: string;
  percentOff: number;
  active: boolean;
  startsAt: string | null;
  endsAt: string | null;
  maxRedemptions: number | null;
  uses: number;
  createdAt: string;
};

export type CouponPage = { items: CouponEntry[]; nextCursor: string | null };

export type CouponSearch = {
  /** How many entries a page has */
  limit?: number | undefined;
  /** Where to go on, out of the `Link` of the page before */
  cursor?: string | undefined;
};

export type CurrentUser = {
  username: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  isAdmin: boolean;
  membershipTier: MembershipTier | null;
  membershipExpiresAt: string | null;
  adCount: number;
};

export type EmailRestoring = { token: string };

export type EmailStatus = {
  email: string | null;
  isVerified: boolean;
  /** The last verified address: resets and notices go there, whatever `email` is. */
  verifiedEmail: string | null;
};

export type EmailVerification = { token: string; password?: string | undefined };

export type ErasedUser = { ads: number; photos: number; payments: number };

export type IntentChoice = {
  membershipTier: MembershipTier;
  /** Absent, null and '' mean no coupon */
  couponCode?: string | null | undefined;
};

export type IntentQuestion = { paymentIntentId: string };

export type LegalPage = { html: string };

export type LegalPageAsked = { name: "privacy" | "terms" };

export type Login = { username: string; password: string };

export type MembershipConfirmation = { paymentIntentId: string; membershipTier: MembershipTier };

export type MembershipTier = "basic" | "premium";

export type MonthFigures = {
  month: string;
  /** US cents */
  revenue: number;
  signUps: number;
  newMembers: number;
};

export type MonthsAsked = { months?: 12 | 24 | undefined };

export type NewAd = {
  dogName: string;
  breed: Breed;
  state: StateCode;
  /** `YYYY-MM-DD`, or an ISO date-time of that UTC day; from 1990 on, not in the future */
  birthdate: string;
  /** Whole US dollars */
  studFee: number;
  description: string;
  images: string[];
  ownerName: string;
  ownerEmail: string;
  ownerPhone?: string | null | undefined;
};

export type NewCoupon = {
  code: string;
  description: string;
  percentOff: number;
  startsAt?: string | null | undefined;
  endsAt?: string | null | undefined;
  maxRedemptions?: number | null | undefined;
};

export type OwnIntent = {
  membershipTier: MembershipTier;
  /** Cents */
  amount: number;
};

export type OwnPassword = { password: string };

export type PasswordChange = { currentPassword: string; newPassword: string };

export type PasswordReset = { token: string; newPassword: string };

export type PasswordResetRequest = { account: string };

export type PaymentEntry = {
  id: string;
  /** US cents */
  amount: number;
  membershipTier: "basic" | "premium";
  status: PaymentStatus;
  createdAt: string;
};

export type PaymentIntent = {
  clientSecret: string;
  /** Cents */
  amount: number;
  minimumApplied: boolean;
  coupon: { code: string; description: string; percentOff: number } | null;
};

export type PaymentStatus = "succeeded" | "failed" | "refunded" | "disputed";

export type Signup = {
  username: string;
  password: string;
  membershipTier: MembershipTier;
};

export type ToggledUser = { id: string; isActive: boolean };

/** Which refusal it is: codes never change, so programs branch on them. */
export type ErrorCode =
  | "BAD_REQUEST"
  | "COUPON_INVALID"
  | "BAD_SIGNATURE"
  | "LINK_ENDED"
  | "NOT_SIGNED_IN"
  | "BAD_CREDENTIALS"
  | "PAYMENT_NOT_SUCCEEDED"
  | "FOREIGN_ORIGIN"
  | "FORBIDDEN"
  | "AD_LIMIT_REACHED"
  | "MEMBERSHIP_REQUIRED"
  | "NOT_FOUND"
  | "AD_NOT_FOUND"
  | "USER_NOT_FOUND"
  | "PAYMENT_NOT_FOUND"
  | "COUPON_NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "USERNAME_TAKEN"
  | "COUPON_USED"
  | "COUPON_EXISTS"
  | "COUPON_LIMIT_TOO_LOW"
  | "TIER_MISMATCH"
  | "PURCHASE_REFUSED"
  | "PAYMENT_MISMATCH"
  | "PHOTO_IN_USE"
  | "LAST_ADMIN"
  | "PAYMENT_UNDER_WAY"
  | "PAYLOAD_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "TOO_MANY_REQUESTS"
  | "INTERNAL"
  | "PROVIDER_UNAVAILABLE"
  | "NOT_READY"
  | "BUSY"
  | "STORAGE_FULL";

/** Every call of the API over a way to ask, each under the path of its procedure. */
export function createCalls(ask: Ask) {
  return {
    ads: {
      search: (input?: AdSearchInput, options?: CallOptions) =>
        ask<AdSearchResult>("query", "ads.search", input, options),
      byId: (input: { id: string }, options?: CallOptions) =>
        ask<Ad>("query", "ads.byId", input, options),
      mine: (input?: {
        /** How many entries a page has */
        limit?: number | undefined;
        /** Where to go on, out of the `Link` of the page before */
        cursor?: string | undefined;
      }, options?: CallOptions) =>
        ask<AdSearchResult>("query", "ads.mine", input, options),
      create: (input: NewAd, options?: CallOptions) =>
        ask<Ad>("mutation", "ads.create", input, options),
      update: (input: AdPatch, options?: CallOptions) =>
        ask<Ad>("mutation", "ads.update", input, options),
      delete: (input: { id: string }, options?: CallOptions) =>
        ask<{ ok: true }>("mutation", "ads.delete", input, options),
    },
    auth: {
      signup: (input: Signup, options?: CallOptions) =>
        ask<CurrentUser>("mutation", "auth.signup", input, options),
      login: (input: Login, options?: CallOptions) =>
        ask<CurrentUser>("mutation", "auth.login", input, options),
      logout: (input?: undefined, options?: CallOptions) =>
        ask<{ ok: true }>("mutation", "auth.logout", input, options),
      requestPasswordReset: (input: PasswordResetRequest, options?: CallOptions) =>
        ask<{ ok: true }>("mutation", "auth.requestPasswordReset", input, options),
      resetPassword: (input: PasswordReset, options?: CallOptions) =>
        ask<{ ok: true }>("mutation", "auth.resetPassword", input, options),
      verifyEmail: (input: EmailVerification, options?: CallOptions) =>
        ask<{ ok: true }>("mutation", "auth.verifyEmail", input, options),
      restoreEmail: (input: EmailRestoring, options?: CallOptions) =>
        ask<{ ok: true }>("mutation", "auth.restoreEmail", input, options),
      me: (input?: undefined, options?: CallOptions) =>
        ask<{
        username: string;
        email: string | null;
        firstName: string | null;
        lastName: string | null;
        isAdmin: boolean;
        membershipTier: MembershipTier | null;
        membershipExpiresAt: string | null;
        adCount: number;
      } | null>("query", "auth.me", input, options),
    },
    account: {
      updateInfo: (input: AccountInfo, options?: CallOptions) =>
        ask<CurrentUser>("mutation", "account.updateInfo", input, options),
      changePassword: (input: PasswordChange, options?: CallOptions) =>
        ask<{ ok: true }>("mutation", "account.changePassword", input, options),
      email: (input?: undefined, options?: CallOptions) =>
        ask<EmailStatus>("query", "account.email", input, options),
      requestEmailVerification: (input?: undefined, options?: CallOptions) =>
        ask<{ ok: true }>("mutation", "account.requestEmailVerification", input, options),
      removeVerifiedEmail: (input: OwnPassword, options?: CallOptions) =>
        ask<{ ok: true }>("mutation", "account.removeVerifiedEmail", input, options),
      close: (input?: undefined, options?: CallOptions) =>
        ask<{ ok: true }>("mutation", "account.close", input, options),
    },
    payments: {
      checkout: (input: CheckoutChoice, options?: CallOptions) =>
        ask<Checkout>("query", "payments.checkout", input, options),
      createIntent: (input: IntentChoice, options?: CallOptions) =>
        ask<PaymentIntent>("mutation", "payments.createIntent", input, options),
      ownIntent: (input: IntentQuestion, options?: CallOptions) =>
        ask<OwnIntent>("query", "payments.ownIntent", input, options),
      confirmMembership: (input: MembershipConfirmation, options?: CallOptions) =>
        ask<ConfirmedMembership>("mutation", "payments.confirmMembership", input, options),
    },
    admin: {
      stats: (input?: undefined, options?: CallOptions) =>
        ask<AdminStats>("query", "admin.stats", input, options),
      months: (input?: MonthsAsked, options?: CallOptions) =>
        ask<MonthFigures[]>("query", "admin.months", input, options),
      users: (input?: AdminUserSearch, options?: CallOptions) =>
        ask<AdminUserPage>("query", "admin.users", input, options),
      toggleActive: (input: { id: string }, options?: CallOptions) =>
        ask<ToggledUser>("mutation", "admin.toggleActive", input, options),
      setActive: (input: ActiveWanted, options?: CallOptions) =>
        ask<ToggledUser>("mutation", "admin.setActive", input, options),
      eraseUser: (input: { id: string }, options?: CallOptions) =>
        ask<ErasedUser>("mutation", "admin.eraseUser", input, options),
      hideAd: (input: AdHiding, options?: CallOptions) =>
        ask<{ ok: true }>("mutation", "admin.hideAd", input, options),
      restoreAd: (input: { id: string }, options?: CallOptions) =>
        ask<{ ok: true }>("mutation", "admin.restoreAd", input, options),
      coupons: (input?: CouponSearch, options?: CallOptions) =>
        ask<CouponPage>("query", "admin.coupons", input, options),
      createCoupon: (input: NewCoupon, options?: CallOptions) =>
        ask<CouponEntry>("mutation", "admin.createCoupon", input, options),
      changeCoupon: (input: CouponChange, options?: CallOptions) =>
        ask<CouponEntry>("mutation", "admin.changeCoupon", input, options),
      audit: (input?: AuditSearch, options?: CallOptions) =>
        ask<AuditPage>("query", "admin.audit", input, options),
    },
    legal: {
      page: (input: LegalPageAsked, options?: CallOptions) =>
        ask<LegalPage>("query", "legal.page", input, options),
    },
  };
}
