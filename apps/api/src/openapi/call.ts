import type { ErrorCode } from "@studbook/domain/errors";
import type { z } from "@studbook/domain/schemas/z";
import type { AppRouter } from "../router.ts";
import type { Who } from "../trpc.ts";
import type { HeaderName } from "./headers.ts";
import type { Parameter, RequestBody } from "./types.ts";

/** The groups of calls, in the order of the document. */
export const TAGS = {
  Ads: "Stud listings: searching is for everyone, the rest for members.",
  "Signing in": "Accounts, sessions and the links that mails bring.",
  Account: "The signed-in user's own account.",
  Payments: "Buying a membership for a year.",
  Admin: "Only for the operator.",
} as const;

type Procedures = AppRouter["_def"]["record"];

/** The name of a procedure, such as 'ads.search'. */
export type ProcedureName = {
  [Noun in keyof Procedures & string]: `${Noun}.${keyof Procedures[Noun] & string}`;
}[keyof Procedures & string];

type Description = {
  tag: keyof typeof TAGS;
  summary: string;
  description?: string;
  /** The refusals of this call, in addition to those of its kind (see `listErrors`). */
  errors?: readonly ErrorCode[];
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
};

/** A call that runs a procedure, which has its schemas and says who may call it. */
export type ProcedureCall = Description & {
  procedure: ProcedureName;
  /** The answer is the array of the procedure's `items`, with the total and the next page in headers. */
  isPaged?: true;
  /** The answer has an ETag, and a request with that ETag gets a 304. */
  isRevalidated?: true;
};

/** A call with a handler of its own. */
export type SpecialCall = Description & {
  /** A name of the same form as a procedure's. */
  id: string;
  who: Who;
  input?: z.ZodType;
  output: z.ZodType;
  /** A body that is not the JSON of `input`. */
  body?: RequestBody;
  parameters?: readonly Parameter[];
  /** A read with side effects, such as an audit record: browsers may request it only from Studbook's own pages. */
  isSameOrigin?: true;
};

export type Call = ProcedureCall | SpecialCall;

declare module "fastify" {
  interface FastifyContextConfig {
    call?: Call;
  }
}

/** The route options of a call with a handler of its own. */
export function describe<const C extends SpecialCall>(call: C): { config: { call: C } } {
  return { config: { call } };
}
