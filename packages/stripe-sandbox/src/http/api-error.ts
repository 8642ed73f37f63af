import type Stripe from "stripe";

/** The body of every error. Without it, the SDK treats a non-2xx response as a success. */
export type ErrorBody = {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  code?: string;
  message: string;
  param?: string;
  decline_code?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
};

/** An error with its HTTP status, sent as `{"error": body}`. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

type Details = Partial<Omit<ErrorBody, "type" | "message">>;

/** 400: the parameters or the state of the object do not allow the call. */
export function invalidRequest(message: string, details: Details = {}): ApiError {
  return new ApiError(400, { type: "invalid_request_error", message, ...details });
}

/** 404: there is no object with this ID. */
export function resourceMissing(noun: string, id: string, param = "id"): ApiError {
  return new ApiError(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${noun}: '${id}'`,
    param,
  });
}

/** Invalid parameters. Not saved under the idempotency key. */
export class ParameterError extends ApiError {
  constructor(message: string, details: Details) {
    super(400, { type: "invalid_request_error", message, ...details });
  }
}
