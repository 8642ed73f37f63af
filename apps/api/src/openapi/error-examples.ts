import type { ErrorCode } from "@studbook/domain/errors";

const SENTENCES: Record<ErrorCode, string> = {
  BAD_REQUEST: "Dog name is required",
  COUPON_INVALID: "The coupon code you entered is not valid.",
  BAD_SIGNATURE: "The webhook signature is invalid.",
  LINK_ENDED: "This link no longer works. Please request a new link.",
  NOT_SIGNED_IN: "Please sign in first.",
  BAD_CREDENTIALS: "Invalid username or password",
  PAYMENT_NOT_SUCCEEDED: "This payment has not succeeded yet.",
  FOREIGN_ORIGIN: "This call is allowed only from Studbook's own pages.",
  FORBIDDEN: "Only an admin can do this.",
  AD_LIMIT_REACHED: "Basic allows 1 listing. Upgrade to Premium to create more.",
  MEMBERSHIP_REQUIRED: "You need a membership to create a listing.",
  NOT_FOUND: "Nothing was found at this address.",
  AD_NOT_FOUND: "This ad does not exist or is no longer listed.",
  USER_NOT_FOUND: "User not found.",
  PAYMENT_NOT_FOUND: "Payment not found.",
  COUPON_NOT_FOUND: "Coupon not found.",
  METHOD_NOT_ALLOWED: "This path accepts only GET, HEAD.",
  USERNAME_TAKEN: "This username is taken. Please choose another.",
  COUPON_USED: "This coupon is no longer available.",
  COUPON_EXISTS: "A coupon with this code already exists.",
  COUPON_LIMIT_TOO_LOW:
    "This coupon has already been used or reserved 3 times, so its limit must be at least 3.",
  TIER_MISMATCH: "This payment is for Basic, not for Premium.",
  PURCHASE_REFUSED: "Basic allows 1 listing and you have 3. Delete 2 or choose Premium.",
  PAYMENT_MISMATCH: "Your card was charged, but the payment does not match your order.",
  PHOTO_IN_USE: "This photo already belongs to another listing. Please upload it again.",
  LAST_ADMIN: "This is the last admin. Make another user an admin first.",
  PAYMENT_UNDER_WAY: "This user has started a payment that may still succeed.",
  PAYLOAD_TOO_LARGE: "The request is too large.",
  UNSUPPORTED_MEDIA_TYPE: "Send the body as application/json.",
  TOO_MANY_REQUESTS: "Too many attempts. Please try again in 5 minutes.",
  INTERNAL: "Something went wrong on our side. Please try again.",
  PROVIDER_UNAVAILABLE: "Payments are temporarily unavailable. Please try again in a moment.",
  NOT_READY: "Studbook is starting. Please try again in a moment.",
  BUSY: "Studbook is very busy. Please try again in a moment.",
  STORAGE_FULL: "Photo storage is full. Please try again later.",
};

/** An example error for each code. Only the code is stable. */
export const ERROR_EXAMPLES: Record<string, unknown> = Object.fromEntries(
  Object.entries(SENTENCES).map(([code, error]) => {
    const issues = [{ path: "dogName", message: error }];
    return [code, { error, code, ...(code === "BAD_REQUEST" && { issues }) }];
  }),
);
