/** The HTTP status of each error code. Codes are stable, and clients branch on them, never on the message. */
export const ERROR_STATUS = {
  BAD_REQUEST: 400,
  COUPON_INVALID: 400,
  BAD_SIGNATURE: 400,
  LINK_ENDED: 400,
  NOT_SIGNED_IN: 401,
  BAD_CREDENTIALS: 401,
  PAYMENT_NOT_SUCCEEDED: 402,
  FOREIGN_ORIGIN: 403,
  FORBIDDEN: 403,
  AD_LIMIT_REACHED: 403,
  MEMBERSHIP_REQUIRED: 403,
  NOT_FOUND: 404,
  AD_NOT_FOUND: 404,
  OWNER_NOT_FOUND: 404,
  USER_NOT_FOUND: 404,
  PAYMENT_NOT_FOUND: 404,
  COUPON_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  USERNAME_TAKEN: 409,
  COUPON_USED: 409,
  COUPON_EXISTS: 409,
  COUPON_LIMIT_TOO_LOW: 409,
  TIER_MISMATCH: 409,
  PURCHASE_REFUSED: 409,
  PAYMENT_MISMATCH: 409,
  PHOTO_IN_USE: 409,
  LAST_ADMIN: 409,
  PAYMENT_UNDER_WAY: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  PROVIDER_UNAVAILABLE: 502,
  NOT_READY: 503,
  BUSY: 503,
  STORAGE_UNAVAILABLE: 503,
  STORAGE_FULL: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The message of INTERNAL, and of a failure without a message. */
export const INTERNAL_MESSAGE = "Something went wrong on our side. Please try again.";

/** A problem with one field. `path` is like 'studFee' or 'images.0', or '' for the whole input; `message` is a sentence. */
export type ErrorIssue = { readonly path: string; readonly message: string };

type DomainErrorOptions = {
  readonly issues?: ErrorIssue[] | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly cause?: unknown;
};

/** An error for the client: `message` is a sentence that users read, `code` is for programs. */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly code: ErrorCode;
  readonly issues: ErrorIssue[] | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, message: string, options: DomainErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.issues = options.issues;
    this.details = options.details;
  }
}
