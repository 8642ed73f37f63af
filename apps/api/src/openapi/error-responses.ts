import { type DomainError, ERROR_STATUS, type ErrorCode } from "@studbook/domain/errors";
import { errorCodes } from "fastify";
import { adminsOnly, notSignedIn } from "../auth/viewer.ts";
import { describeError, type ErrorBody, payloadTooLarge, toRestBody } from "../errors.ts";
import { tooBusy } from "../gate.ts";
import { withRequestId } from "../http/error-handler.ts";
import { methodNotAllowed } from "../http/method-not-allowed.ts";
import { foreignOrigin } from "../http/origin-check.ts";
import { tooManyRequests } from "../http/rate-limit.ts";
import { notReady } from "../http/readiness.ts";
import { providerUnavailable } from "../payments/payment-errors.ts";
import type { Who } from "../trpc.ts";
import type { Call, DocumentedError } from "./call.ts";
import { type HeaderName, headersOf } from "./headers.ts";
import type { ApiResponse, JsonSchema, Reference } from "./types.ts";

const ERROR_CODE = "A stable error code.";

/** The body of every error. The document lists the possible codes for each status. */
export const ERROR_SCHEMA: JsonSchema = {
  type: "object",
  description:
    "Describes why a call failed. Branch on `code`; the sentence in `error` is for people and may change.",
  properties: {
    error: { type: "string", description: "A sentence that can be shown to people." },
    code: {
      type: "string",
      description: ERROR_CODE,
      enum: Object.keys(ERROR_STATUS),
    },
    issues: {
      type: "array",
      description: "The invalid fields, up to 20.",
      items: {
        type: "object",
        properties: {
          path: {
            type: "string",
            description: "The field, such as `studFee` or `images.0`. Empty for the whole body.",
          },
          message: { type: "string", description: "What is wrong, as a sentence for people." },
        },
        required: ["path", "message"],
      },
    },
  },
  required: ["error", "code"],
};

const DESCRIPTIONS: Record<number, string> = {
  400: "The request is invalid. Nothing was changed.",
  401: "The request is not authenticated.",
  402: "The payment has not succeeded yet.",
  403: "The request is not allowed.",
  404: "The resource does not exist or is not visible to you.",
  405: "The path does not support this method.",
  409: "The request conflicts with the current state.",
  413: "The request is too large.",
  415: "The content type is not supported.",
  429: "Too many requests or attempts: wait as long as `Retry-After` says.",
  500: "An internal error. The `error` sentence includes the request id.",
  502: "Stripe is unavailable.",
  503: "The server is starting, cannot reach its database, or is too busy.",
  507: "The storage for photos is full.",
};

const HEADERS_OF: Record<number, readonly HeaderName[]> = {
  405: ["Allow"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};

const { FST_ERR_CTP_INVALID_MEDIA_TYPE: NotJsonError } = errorCodes;

/** Examples of errors that every call with their code can return, by code. */
const EXAMPLES: ReadonlyMap<string, ErrorBody> = new Map(
  [
    ...[
      notSignedIn(),
      foreignOrigin(),
      adminsOnly(),
      methodNotAllowed("GET, HEAD"),
      payloadTooLarge(),
      new NotJsonError("text/plain"),
      tooManyRequests(12),
      providerUnavailable(),
      notReady(),
      tooBusy(2),
    ].map(describeError),
    withRequestId(describeError(undefined), "0192f0c6-31d2-7c11-a5c4-2f3a4b5c6d7e"),
  ].map((error) => [error.code, toRestBody(error)]),
);

type Kind = {
  who: Who;
  isWrite: boolean;
  /** What an invalid input returns; undefined for calls without input. */
  badInput: DocumentedError | undefined;
};

/** Lists the errors of a call: its own, then those of its kind. */
export function listErrors(call: Call, { who, isWrite, badInput }: Kind): DocumentedError[] {
  return [
    ...(call.errors ?? []),
    ...(badInput ? [badInput] : []),
    ...(who === "anyone" ? [] : (["NOT_SIGNED_IN"] as const)),
    ...(who === "admin" ? (["FORBIDDEN"] as const) : []),
    ...(isWrite || "requiresSameOrigin" in call ? (["FOREIGN_ORIGIN"] as const) : []),
    ...(isWrite ? (["PAYLOAD_TOO_LARGE"] as const) : []),
    ...(isWrite && !("body" in call) ? (["UNSUPPORTED_MEDIA_TYPE"] as const) : []),
    "TOO_MANY_REQUESTS",
    "INTERNAL",
    "NOT_READY",
  ];
}

/** Describes the error responses of a call by status. Those with only one code and no own example are shared components. */
export function describeErrorResponses(
  errors: readonly DocumentedError[],
): Record<string, ApiResponse | Reference> {
  const byStatus = Map.groupBy(errors, (error) => ERROR_STATUS[codeOf(error)]);
  const sorted = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    sorted.map(([status, same]) => {
      const [first] = same;
      const isShared = typeof first === "string" && same.every((error) => error === first);
      return [
        status,
        isShared
          ? { $ref: `#/components/responses/${first}` }
          : describeErrorResponse(status, same),
      ];
    }),
  );
}

/** The error responses with only one code, by code. */
export const SHARED_ERROR_RESPONSES: Record<string, ApiResponse> = Object.fromEntries(
  Object.entries(ERROR_STATUS).map(([code, status]) => [
    code,
    describeErrorResponse(status, [code]),
  ]),
);

/** Describes the error response of a status: its possible codes, and the first example. */
function describeErrorResponse(
  status: number,
  errors: readonly (DomainError | string)[],
): ApiResponse {
  const codes = [...new Set(errors.map(codeOf))].sort();
  const example = errors.map(exampleOf).find((body) => body !== undefined);
  const error = { $ref: "#/components/schemas/Refusal" };
  const schema = {
    allOf: [error, { properties: { code: { enum: codes, description: ERROR_CODE } } }],
  };
  return {
    description: `${DESCRIPTIONS[status]} ${codes.map((code) => `\`${code}\``).join(", ")}.`,
    headers: headersOf(HEADERS_OF[status] ?? []),
    content: { "application/json": { schema, ...(example && { example }) } },
  };
}

function codeOf<Code extends string>(error: DomainError | Code): ErrorCode | Code {
  return typeof error === "string" ? error : error.code;
}

function exampleOf(error: DomainError | string): ErrorBody | undefined {
  return typeof error === "string" ? EXAMPLES.get(error) : toRestBody(describeError(error));
}
