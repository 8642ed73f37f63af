import { ApiError } from "./api-error.ts";

/** The provider's own failure, as Stripe words it. */
export function failWith(status: 429 | 500): ApiError {
  return status === 429
    ? new ApiError(429, {
        type: "invalid_request_error",
        code: "rate_limit",
        message:
          "Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.",
      })
    : new ApiError(500, { type: "api_error", message: "An unknown error occurred" });
}
