import type Stripe from "stripe";

/** The body of every refusal; the SDK takes a non-2xx answer without it for a success. */
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

/** A refusal with its HTTP status, as `{"error": body}`. */
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

/** 404: there is no object of this id. */
export function noSuch(noun: string, id: string, param = "id"): ApiError {
  return new ApiError(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${noun}: '${id}'`,
    param,
  });
}

/** Parameters that fail validation: never kept under an idempotency key. */
export class ParameterError extends ApiError {
  constructor(message: string, details: Details) {
    super(400, { type: "invalid_request_error", message, ...details });
  }
}
