import type { DomainError, ErrorCode } from "@studbook/domain/errors";
import type { z } from "@studbook/domain/schemas/z";
import type { AppRouter } from "../router.ts";
import type { Who } from "../trpc.ts";
import type { HeaderName } from "./headers.ts";
import type { Parameter, RequestBody } from "./types.ts";

/** The groups of calls, in the order of the document. */
export const TAGS = {
  Ads: "Stud listings, breeds and states. Anyone can search and read them; members create and manage their own.",
  "Signing in": "Sign-up, sessions, and the links sent by email.",
  Account: "The signed-in user's account.",
  Payments: "Payments for a one-year membership.",
  Admin: "Calls for admins.",
} as const;

type Procedures = AppRouter["_def"]["record"];

/** The name of a procedure, such as 'ads.search'. */
export type ProcedureName = {
  [Noun in keyof Procedures & string]: `${Noun}.${keyof Procedures[Noun] & string}`;
}[keyof Procedures & string];

/** An error as it is thrown, which becomes an example, or only its code. */
export type DocumentedError = DomainError | ErrorCode;

type Description = {
  tag: keyof typeof TAGS;
  summary: string;
  description?: string;
  /** The errors of this call, in addition to those of its kind (see `listErrors`). */
  errors?: readonly DocumentedError[];
  /** An example of the body. */
  example?: unknown;
  response: {
    status?: 201;
    description: string;
    /** Defaults to 'application/json'. */
    type?: "text/csv";
    example: unknown;
    headers?: readonly HeaderName[];
    /** The path of the new resource; `{id}` stands for the ID in the response. */
    location?: `/api/${string}`;
  };
};

/** A call that runs a procedure, which defines its schemas and who may call it. */
export type ProcedureCall = Description & {
  procedure: ProcedureName;
  /** The response is the procedure's `items` array, with the total and the next page in headers. */
  isPaged?: true;
  /** The response has an ETag, and a conditional request with that ETag gets a 304. */
  isRevalidated?: true;
};

/** A call with its own handler instead of a procedure. */
export type SpecialCall = Description & {
  /** Has the same form as a procedure's name. */
  id: string;
  who: Who;
  input?: z.ZodType;
  output: z.ZodType;
  /** For a body other than the JSON of `input`. */
  body?: RequestBody;
  parameters?: readonly Parameter[];
  /** For reads with side effects, such as an audit record: browsers can request them only from Studbook's own pages. */
  requiresSameOrigin?: true;
};

export type Call = ProcedureCall | SpecialCall;

declare module "fastify" {
  interface FastifyContextConfig {
    call?: Call;
  }
}

/** Returns the route options of a call with its own handler. */
export function describeCall<const C extends SpecialCall>(call: C): { config: { call: C } } {
  return { config: { call } };
}
