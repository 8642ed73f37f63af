import type { ErrorCode } from "./calls.gen.ts";

/** What is wrong with one field: its path ('studFee', 'images.0', '' for the whole) and a sentence. */
export type Issue = { path: string; message: string };

/**
 * A code of the API's, or one of the client's own: CONNECTION_FAILED when no whole answer came,
 * UNEXPECTED_ANSWER when what answered is not Studbook, REDIRECTED when it sends the client elsewhere.
 */
export type StudbookErrorCode =
  | ErrorCode
  | "CONNECTION_FAILED"
  | "UNEXPECTED_ANSWER"
  | "REDIRECTED"
  | NewerCode;

/**
 * Stands for the codes of a newer server, which may be any: a `switch` needs its `default`, and a code that
 * is misspelt does not compile.
 */
export type NewerCode = `(newer) ${string}`;

type Details = {
  code: StudbookErrorCode;
  status: number;
  issues?: Issue[];
  retryAfter?: number | undefined;
  cause?: unknown;
};

/** Why a call failed. Branch on `code`; `message` is one sentence for a person. */
export class StudbookError extends Error {
  override readonly name = "StudbookError";
  readonly code: StudbookErrorCode;
  /** The HTTP status, 0 when no answer came. */
  readonly status: number;
  /** One for each field that is wrong. */
  readonly issues: readonly Issue[];
  /** Seconds to wait before another try, when the server says so. */
  readonly retryAfter: number | undefined;

  constructor(message: string, { code, status, issues = [], retryAfter, cause }: Details) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.issues = issues;
    this.retryAfter = retryAfter;
  }
}

/** No answer came, or only a part of one. */
export function connectionFailed(baseUrl: string, cause?: unknown): StudbookError {
  const reason = cause instanceof Error ? (findReason(cause.cause) ?? cause.message) : "";
  const message = `No answer from ${baseUrl}${reason ? `: ${reason}` : ""}`;
  return new StudbookError(message, { code: "CONNECTION_FAILED", status: 0, cause });
}

/** A refusal as the server told it, in the shape of tRPC or of REST. */
export function refusalOf(body: unknown, status: number, headers: HeadersLike): StudbookError {
  const told = read(body, "error");
  const [message, data] =
    typeof told === "string" ? [told, body] : [read(told, "message"), read(told, "data")];
  const code = read(data, "code");
  if (typeof message !== "string" || !isCode(code)) {
    const type = headers.get("content-type") ?? "no content type";
    return unexpectedAnswer(`The answer (${status}, ${type}) is none of Studbook's`, status);
  }
  const wait = Number(headers.get("retry-after"));
  return new StudbookError(message, {
    code,
    status,
    issues: readIssues(read(data, "issues")),
    retryAfter: wait > 0 ? wait : undefined,
  });
}

/** Something answered that is not Studbook: the address of another site, or a proxy's error page. */
export function unexpectedAnswer(what: string, status: number, cause?: unknown): StudbookError {
  const message = `${what}. Is baseUrl the address of a Studbook?`;
  return new StudbookError(message, { code: "UNEXPECTED_ANSWER", status, cause });
}

/**
 * The answer sends the client to another address, where nobody is signed in.
 *
 * @param location null where the platform does not tell it, as in browsers
 */
export function redirected(url: string, location: string | null, status: number): StudbookError {
  const from = new URL(url);
  const to = location !== null && URL.canParse(location, url) ? new URL(location, url) : undefined;
  const isMoved = to && to.origin !== from.origin && to.pathname === from.pathname;
  const advice = isMoved ? `: use that as baseUrl.` : ". Is baseUrl the address of a Studbook?";
  const where = to ? ` to ${isMoved ? to.origin : to.href}` : "";
  const message = `${from.origin} answers with a redirect${where}${advice}`;
  return new StudbookError(message, { code: "REDIRECTED", status });
}

type HeadersLike = { get(name: string): string | null };

/** A property of what may be no object at all. */
export function read(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function isCode(value: unknown): value is StudbookErrorCode {
  return typeof value === "string";
}

function readIssues(value: unknown): Issue[] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  return list.map((issue) => ({
    path: String(read(issue, "path")),
    message: String(read(issue, "message")),
  }));
}

function findReason(cause: unknown): string | undefined {
  const code = read(cause, "code");
  return typeof code === "string" ? code : undefined;
}
