import {
  isConnectionRejected,
  isDatabaseBusy,
  isDatabaseFull,
  isDatabaseUnavailable,
  isReadOnlyDatabase,
} from "@studbook/db/errors";
import {
  DomainError,
  ERROR_STATUS,
  type ErrorCode,
  type ErrorIssue,
  INTERNAL_MESSAGE,
} from "@studbook/domain/errors";
import { listIssues } from "@studbook/domain/schemas/strict-object";
import { z } from "@studbook/domain/schemas/z";
import { TRPCError } from "@trpc/server";
import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";

/** An error as clients see it: one sentence for a person and a stable code. */
export type PublicError = {
  status: number;
  code: ErrorCode;
  message: string;
  issues?: ErrorIssue[];
  retryAfterSeconds?: number;
};

export type ErrorBody = { error: string; code: ErrorCode; issues?: ErrorIssue[] };

export const NOT_FOUND_MESSAGE = "Nothing was found at this address.";
export const BAD_REQUEST_MESSAGE = "The request could not be understood.";

export const NOT_READY_MESSAGE =
  "Studbook is starting or cannot reach its database. Please try again shortly.";
const READ_ONLY_MESSAGE = "Changes cannot be saved at the moment. Please try again shortly.";
export const BUSY_MESSAGE = "Studbook is very busy. Please try again in a moment.";

const TRPC_CODES: Record<number, TRPC_ERROR_CODE_KEY> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  402: "PAYMENT_REQUIRED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_SUPPORTED",
  409: "CONFLICT",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  429: "TOO_MANY_REQUESTS",
  500: "INTERNAL_SERVER_ERROR",
  502: "BAD_GATEWAY",
  503: "SERVICE_UNAVAILABLE",
};

const CODES_BY_STATUS: Record<number, ErrorCode> = {
  400: "BAD_REQUEST",
  404: "NOT_FOUND",
  405: "METHOD_NOT_ALLOWED",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  429: "TOO_MANY_REQUESTS",
};

/**
 * Maps anything thrown to the error that clients see, for both REST and tRPC. Unexpected errors become a 500 with a
 * generic sentence.
 */
export function describeError(error: unknown): PublicError {
  if (error instanceof DomainError) {
    const { code, message, issues } = error;
    const wait = error.details?.retryAfterSeconds;
    return {
      status: ERROR_STATUS[code],
      code,
      message,
      ...(issues && { issues }),
      ...(typeof wait === "number" && { retryAfterSeconds: wait }),
    };
  }
  if (error instanceof z.ZodError) return describeZodError(error);
  if (error instanceof TRPCError) return describeTrpcError(error);
  const databaseError = describeDatabaseError(error);
  if (databaseError) return databaseError;
  const status = statusOf(error);
  const code = codeOf(status, error);
  if (code && error instanceof Error) return { status, code, message: sentence(code, error) };
  return { status: 500, code: "INTERNAL", message: INTERNAL_MESSAGE };
}

/** Conditions of the database under which the same request can succeed later. */
function describeDatabaseError(error: unknown): PublicError | undefined {
  const retry = { status: 503, retryAfterSeconds: 2 };
  if (isDatabaseBusy(error)) return { ...retry, code: "BUSY", message: BUSY_MESSAGE };
  if (isReadOnlyDatabase(error) || isDatabaseFull(error)) {
    return { ...retry, code: "NOT_READY", message: READ_ONLY_MESSAGE };
  }
  if (isDatabaseUnavailable(error) || isConnectionRejected(error)) {
    return { ...retry, code: "NOT_READY", message: NOT_READY_MESSAGE };
  }
  return undefined;
}

/**
 * The status of an error from Fastify or a plugin. Fastify's 4xx statuses that have no code of ours become a 400. Errors
 * with `expose` (http-errors), such as a failed precondition on a file, keep their status.
 */
function statusOf(error: unknown): number {
  if (!(error instanceof Error && "statusCode" in error)) return 500;
  const status = Number(error.statusCode);
  const isFastifyError = "code" in error && String(error.code).startsWith("FST_");
  return isFastifyError && status < 500 && !CODES_BY_STATUS[status] ? 400 : status;
}

/** The code of a status. Exposed 4xx errors without a code of their own are a BAD_REQUEST. */
function codeOf(status: number, error: unknown): ErrorCode | undefined {
  const isShown = error instanceof Error && "expose" in error && error.expose === true;
  return CODES_BY_STATUS[status] ?? (isShown && status < 500 ? "BAD_REQUEST" : undefined);
}

/** Wraps an error for tRPC, which derives the HTTP status from its own codes. */
export function toTrpcError(error: unknown): TRPCError {
  const cause = error instanceof TRPCError && error.cause ? error.cause : error;
  const { status, message } = describeError(error);
  return new TRPCError({ code: TRPC_CODES[status] ?? "INTERNAL_SERVER_ERROR", message, cause });
}

/** The body of an error over REST. */
export function toRestBody({ message, code, issues }: PublicError): ErrorBody {
  return { error: message, code, ...(issues && { issues }) };
}

/** The body of an error that occurred before a procedure was called, in the shape that tRPC clients expect. */
export function toTrpcBody({ status, code, message, issues }: PublicError) {
  const key = TRPC_CODES[status] ?? "INTERNAL_SERVER_ERROR";
  const data = { code, httpStatus: status, ...(issues && { issues }) };
  return { error: { message, code: TRPC_ERROR_CODES_BY_KEY[key], data } };
}

function describeTrpcError(error: TRPCError): PublicError {
  const known =
    error.cause instanceof DomainError ||
    error.cause instanceof TRPCError ||
    error.cause instanceof z.ZodError ||
    describeDatabaseError(error.cause) !== undefined;
  if (known) return describeError(error.cause);
  const status = Number(
    Object.entries(TRPC_CODES).find(([, key]) => key === error.code)?.[0] ?? 500,
  );
  const code = CODES_BY_STATUS[status];
  if (!code) return { status: 500, code: "INTERNAL", message: INTERNAL_MESSAGE };
  return { status, code, message: sentence(code, error) };
}

function describeZodError(error: z.ZodError): PublicError {
  const issues = listIssues(error);
  const message = [...new Set(issues.map((issue) => issue.message))].join(". ");
  return { status: 400, code: "BAD_REQUEST", message, issues };
}

export function payloadTooLarge(): DomainError {
  return new DomainError("PAYLOAD_TOO_LARGE", "The request is too large.");
}

/** The error for a request that has not arrived completely within its time limit. */
export function requestTooSlow(): DomainError {
  return new DomainError("BAD_REQUEST", "The request took too long to arrive. Please try again.");
}

function sentence(code: ErrorCode, error: Error): string {
  if (code === "PAYLOAD_TOO_LARGE") return payloadTooLarge().message;
  if (code === "UNSUPPORTED_MEDIA_TYPE") return "Send the body as application/json.";
  if (code === "NOT_FOUND") return NOT_FOUND_MESSAGE;
  if (code === "METHOD_NOT_ALLOWED") {
    return "Use GET for queries and POST for mutations.";
  }
  if (code === "TOO_MANY_REQUESTS") return error.message;
  if (/batch call exceeds/i.test(error.message)) return "A request can contain up to 10 calls.";
  if (/batch call/i.test(error.message)) return "Send the inputs of a batch as a JSON object.";
  if (error instanceof SyntaxError || /JSON/.test(error.message)) {
    return `The ${error instanceof TRPCError ? "input" : "body"} is not well-formed JSON.`;
  }
  return BAD_REQUEST_MESSAGE;
}
