import { ERROR_STATUS, type ErrorCode } from "@studbook/domain/errors";
import type { Who } from "../trpc.ts";
import type { Call } from "./call.ts";
import { type HeaderName, headersOf } from "./headers.ts";
import { REFUSAL_EXAMPLES } from "./refusal-examples.ts";
import type { ApiResponse, JsonSchema, Reference } from "./types.ts";

/** The body of every refusal; at each status the document says which codes it may have. */
export const REFUSAL: JsonSchema = {
  type: "object",
  description:
    "Why a call was refused. Branch on the code; the sentence is for people and may change.",
  properties: {
    error: { type: "string", description: "One sentence for a person." },
    code: { type: "string", description: "Never changes.", enum: Object.keys(ERROR_STATUS) },
    issues: {
      type: "array",
      description: "What is wrong with which field, at most 20.",
      items: {
        type: "object",
        properties: {
          path: { type: "string", description: "`studFee`, `images.0`; '' is the whole body." },
          message: { type: "string" },
        },
        required: ["path", "message"],
      },
    },
  },
  required: ["error", "code"],
};

const SAYS: Record<number, string> = {
  400: "The request is invalid; nothing was changed.",
  401: "Not signed in.",
  402: "The payment has not succeeded yet.",
  403: "You may not do this.",
  404: "There is no such thing, or not for you.",
  405: "This address does not take that method.",
  409: "It conflicts with the current state.",
  413: "Too large.",
  415: "Not of a type that this call takes.",
  429: "Too many calls or tries.",
  500: "A failure of ours. The sentence has the request's id.",
  502: "The card provider is not available.",
  503: "Starting, without its database, or too busy.",
  507: "There is no room for photos.",
};

const HEADERS_OF: Record<number, readonly HeaderName[]> = {
  405: ["Allow"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};

type Kind = { who: Who; isWrite: boolean; hasInput: boolean };

/** The refusals that a call may meet: those of its kind and its own. */
export function listErrors(call: Call, kind: Kind): ErrorCode[] {
  return [
    ...(call.errors ?? []),
    ...(kind.hasInput ? (["BAD_REQUEST"] as const) : []),
    ...(kind.who === "anyone" ? [] : (["NOT_SIGNED_IN"] as const)),
    ...(kind.who === "admin" ? (["FORBIDDEN"] as const) : []),
    ...(kind.isWrite || "isSameOrigin" in call ? (["FOREIGN_ORIGIN"] as const) : []),
    ...(kind.isWrite ? (["PAYLOAD_TOO_LARGE"] as const) : []),
    ...(kind.isWrite && !("body" in call) ? (["UNSUPPORTED_MEDIA_TYPE"] as const) : []),
    "TOO_MANY_REQUESTS",
    "INTERNAL",
    "NOT_READY",
  ];
}

/** The answers with which a call is refused, by status. Those with one code alone are shared. */
export function describeRefusals(
  codes: readonly ErrorCode[],
): Record<string, ApiResponse | Reference> {
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const known = [...new Set(codes)].filter((code) => ERROR_STATUS[code] === status).sort();
      const [only] = known;
      const isShared = known.length === 1 && only !== undefined;
      return [
        status,
        isShared ? { $ref: `#/components/responses/${only}` } : describeRefusal(status, known),
      ];
    }),
  );
}

/** Every refusal that has one code alone, under that code. */
export const SHARED_REFUSALS: Record<string, ApiResponse> = Object.fromEntries(
  Object.entries(ERROR_STATUS).map(([code, status]) => [code, describeRefusal(status, [code])]),
);

/** The answer of one status, with the codes that it may have and an example of the first. */
function describeRefusal(status: number, codes: readonly string[]): ApiResponse {
  const refusal = { $ref: "#/components/schemas/Refusal" };
  const schema = { allOf: [refusal, { properties: { code: { enum: [...codes] } } }] };
  return {
    description: `${SAYS[status]} ${codes.map((code) => `\`${code}\``).join(", ")}.`,
    headers: headersOf(HEADERS_OF[status] ?? []),
    content: { "application/json": { schema, example: REFUSAL_EXAMPLES[codes[0] ?? ""] } },
  };
}
