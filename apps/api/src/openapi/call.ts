import type { ErrorCode } from "@studbook/domain/errors";
import type { z } from "@studbook/domain/schemas/z";
import type { HeaderName } from "./headers.ts";
import type { Parameter, RequestBody } from "./types.ts";

/** The groups of calls, in the order in which they are told of. */
export const TAGS = {
  Ads: "Stud listings: searching is for everyone, the rest for members.",
  "Signing in": "Accounts, sessions and the links that mails bring.",
  Account: "The signed-in user's own account.",
  Payments: "Buying a membership for a year.",
  Admin: "Only for the operator.",
} as const;

/** A call under /api as the document tells of it; it stands beside the route. */
export type Call = {
  /** The name of the procedure behind it, whose schemas are told of; otherwise a name of the same kind. */
  id: string;
  tag: keyof typeof TAGS;
  summary: string;
  description?: string;
  who: "anyone" | "member" | "admin";
  /** The refusals of this call beside those that its kind brings along (see `listErrors`). */
  errors?: readonly ErrorCode[];
  /** In place of the procedure's schemas. */
  input?: z.ZodType;
  output?: z.ZodType;
  /** For a body that is no JSON of a schema. */
  body?: RequestBody;
  parameters?: readonly Parameter[];
  /** An example of the body. */
  example?: unknown;
  answer: {
    status?: 201;
    description: string;
    /** 'application/json' unless given. */
    type?: "text/csv";
    example: unknown;
    headers?: readonly HeaderName[];
  };
  /** The answer is the array of the procedure's `items`, with the total and the next page in headers. */
  isPaged?: true;
  /**
   * It is a read that does something, such as writing a record down, so browsers may ask for it only from Studbook's own
   * pages, as for a change.
   */
  isSameOrigin?: true;
  /** It has an ETag and may be a 304. */
  isRevalidated?: true;
};

declare module "fastify" {
  interface FastifyContextConfig {
    call?: Call;
  }
}

/** The route options that tell of a call. */
export function describe<const C extends Call>(call: C): { config: { call: C } } {
  return { config: { call } };
}
