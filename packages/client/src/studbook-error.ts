import type { ErrorCode } from "./calls.gen.ts";
import { getProperty } from "./get-property.ts";

/** An invalid field. `path` is 'studFee' or 'images.0', or '' for the whole input. */
export type Issue = { path: string; message: string };

/**
 * A code of the API, or one of the client's own: CONNECTION_FAILED if the response is missing or incomplete,
 * UNEXPECTED_ANSWER if it is not from a Studbook server or not of the documented type, REDIRECTED if it is a redirect.
 */
export type StudbookErrorCode =
  | ErrorCode
  | "CONNECTION_FAILED"
  | "UNEXPECTED_ANSWER"
  | "REDIRECTED"
  | NewerCode;

/**
 * Stands for the unknown codes of newer servers: a `switch` needs a `default`, but misspelled codes still
 * do not compile.
 */
export type NewerCode = `(newer) ${string}`;

type Details = {
  code: StudbookErrorCode;
  status: number;
  issues?: Issue[];
  retryAfter?: number | undefined;
  requestId?: string | undefined;
  cause?: unknown;
};

/** The error of a failed call. Branch on `code`; `message` is a sentence for people. */
export class StudbookError extends Error {
  override readonly name = "StudbookError";
  readonly code: StudbookErrorCode;
  /** The HTTP status, or 0 if there was no response. */
  readonly status: number;
  /** One entry per invalid field. */
  readonly issues: readonly Issue[];
  /** Seconds to wait before the next attempt, if the server sent them. */
  readonly retryAfter: number | undefined;
  /** The server's ID of the request, to mention when you contact support. */
  readonly requestId: string | undefined;

  constructor(message: string, details: Details) {
    const { code, status, issues = [], retryAfter, requestId, cause } = details;
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.issues = issues;
    this.retryAfter = retryAfter;
    this.requestId = requestId;
  }
}

export function connectionFailed(baseUrl: string, cause?: unknown): StudbookError {
  const reason = cause instanceof Error ? (findReason(cause.cause) ?? cause.message) : "";
  const message = `No response from ${baseUrl}${reason ? `: ${reason}` : ""}`;
  return new StudbookError(message, { code: "CONNECTION_FAILED", status: 0, cause });
}

/** Converts an error response of tRPC or REST. */
export function toStudbookError(body: unknown, head: ResponseHead): StudbookError {
  const { status, headers } = head;
  const error = getProperty(body, "error");
  const [message, data] =
    typeof error === "string"
      ? [error, body]
      : [getProperty(error, "message"), getProperty(error, "data")];
  const code = getProperty(data, "code");
  if (typeof message !== "string" || !isCode(code)) {
    const type = headers.get("content-type") ?? "no content type";
    const what = `The response (${status}, ${type}) is not from Studbook`;
    return unexpectedResponse(what, head);
  }
  return new StudbookError(message, {
    code,
    status,
    issues: readIssues(getProperty(data, "issues")),
    retryAfter: retryAfterOf(headers),
    requestId: requestIdOf(headers),
  });
}

const CHECK_BASE_URL = "Check that baseUrl is the address of a Studbook server.";

/** The response is from another server, it is the error page of a proxy, or it has another type than documented. */
export function unexpectedResponse(what: string, { status, headers }: ResponseHead): StudbookError {
  return new StudbookError(`${what}. ${CHECK_BASE_URL}`, {
    code: "UNEXPECTED_ANSWER",
    status,
    requestId: requestIdOf(headers),
    retryAfter: retryAfterOf(headers),
  });
}

/** Returns the seconds to wait, which a proxy may state as a date (RFC 9110, section 10.2.3). */
function retryAfterOf(headers: HeadersLike): number | undefined {
  const text = headers.get("retry-after") ?? "";
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return seconds > 0 ? seconds : undefined;
}

function requestIdOf(headers: HeadersLike): string | undefined {
  return headers.get("x-request-id") ?? undefined;
}

/** @param location the redirect's target, or null if the platform hides it, as browsers do */
export function redirected(
  url: string,
  location: string | null,
  { status, headers }: Partial<ResponseHead> = {},
): StudbookError {
  const from = new URL(url);
  const to = location !== null && URL.canParse(location, url) ? new URL(location, url) : undefined;
  const isMoved = to && to.origin !== from.origin && to.pathname === from.pathname;
  const target = to ? ` to ${isMoved ? to.origin : to.href}` : "";
  const advice = isMoved ? "Use that as baseUrl." : CHECK_BASE_URL;
  const message = `${from.origin} redirects${target}. ${advice}`;
  return new StudbookError(message, {
    code: "REDIRECTED",
    status: status ?? 0,
    requestId: headers && requestIdOf(headers),
  });
}

type HeadersLike = { get(name: string): string | null };

/** The status and headers of a response. */
export type ResponseHead = { status: number; headers: HeadersLike };

function isCode(value: unknown): value is StudbookErrorCode {
  return typeof value === "string";
}

function readIssues(value: unknown): Issue[] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  return list.flatMap((issue) => {
    const path = getProperty(issue, "path");
    const message = getProperty(issue, "message");
    return typeof path === "string" && typeof message === "string" ? [{ path, message }] : [];
  });
}

function findReason(cause: unknown): string | undefined {
  const code = getProperty(cause, "code");
  return typeof code === "string" ? code : undefined;
}
