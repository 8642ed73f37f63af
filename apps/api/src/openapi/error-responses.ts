import { ERROR_STATUS, type ErrorCode } from "@studbook/domain/errors";
import type { Who } from "../trpc.ts";
import type { Call } from "./call.ts";
import { ERROR_EXAMPLES } from "./error-examples.ts";
import { type HeaderName, headersOf } from "./headers.ts";
import type { ApiResponse, JsonSchema, Reference } from "./types.ts";

/** The body of every error. The document lists the possible codes for each status. */
export const ERROR_SCHEMA: JsonSchema = {
  type: "object",
  description:
    "Describes why a call failed. Branch on `code`; the sentence in `error` is for people and may change.",
  properties: {
    error: { type: "string", description: "A sentence that can be shown to people." },
    code: {
      type: "string",
      description: "A stable error code.",
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
          message: { type: "string" },
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
  429: "Too many requests or attempts.",
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

type Kind = { who: Who; isWrite: boolean; hasInput: boolean };

/** Lists the error codes of a call: those of its kind and its own. */
export function listErrorCodes(call: Call, kind: Kind): ErrorCode[] {
  return [
    ...(call.errors ?? []),
    ...(kind.hasInput ? (["BAD_REQUEST"] as const) : []),
    ...(kind.who === "anyone" ? [] : (["NOT_SIGNED_IN"] as const)),
    ...(kind.who === "admin" ? (["FORBIDDEN"] as const) : []),
    ...(kind.isWrite || "requiresSameOrigin" in call ? (["FOREIGN_ORIGIN"] as const) : []),
    ...(kind.isWrite ? (["PAYLOAD_TOO_LARGE"] as const) : []),
    ...(kind.isWrite && !("body" in call) ? (["UNSUPPORTED_MEDIA_TYPE"] as const) : []),
    "TOO_MANY_REQUESTS",
    "INTERNAL",
    "NOT_READY",
  ];
}

/** Describes the error responses of a call by status. Responses with only one code are shared components. */
export function describeErrorResponses(
  codes: readonly ErrorCode[],
): Record<string, ApiResponse | Reference> {
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const same = [...new Set(codes)].filter((code) => ERROR_STATUS[code] === status).sort();
      const [only] = same;
      const isShared = same.length === 1 && only !== undefined;
      return [
        status,
        isShared ? { $ref: `#/components/responses/${only}` } : describeErrorResponse(status, same),
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

/** Describes the error response of a status, with its possible codes and an example of the first. */
function describeErrorResponse(status: number, codes: readonly string[]): ApiResponse {
  const error = { $ref: "#/components/schemas/Refusal" };
  const schema = { allOf: [error, { properties: { code: { enum: [...codes] } } }] };
  return {
    description: `${DESCRIPTIONS[status]} ${codes.map((code) => `\`${code}\``).join(", ")}.`,
    headers: headersOf(HEADERS_OF[status] ?? []),
    content: { "application/json": { schema, example: ERROR_EXAMPLES[codes[0] ?? ""] } },
  };
}
