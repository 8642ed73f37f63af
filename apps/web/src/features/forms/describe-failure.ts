import { INTERNAL_MESSAGE } from "@studbook/domain/errors";
import { findErrorCode } from "../../error-code.ts";
import { ChunkLoadError } from "../../load-chunk.ts";

/** The server's message about one field. */
export type FieldIssue = { path: string; message: string };

export type Failure = {
  /** "refused": the server responded with an error. "unsent": there was no response. */
  kind: "refused" | "unsent";
  /** A message for the user. */
  text: string;
  code: string | undefined;
  issues: FieldIssue[];
};

const OFFLINE = "You are offline. Nothing you typed has been lost. Try again when you are online.";
const UNREACHABLE =
  "Studbook cannot be reached. Nothing you typed has been lost. Check your connection and try again.";

/**
 * Describes to the user why a call failed.
 *
 * @param fallback the text for a response without a message
 */
export function describeFailure(error: unknown, fallback = INTERNAL_MESSAGE): Failure {
  const code = findErrorCode(error);
  if (code !== undefined && error instanceof Error) {
    return { kind: "refused", text: error.message, code, issues: readIssues(error) };
  }
  const early = findEarlyRefusal(error);
  if (early) return { kind: "refused", ...early, issues: [] };
  const problem = findConnectionProblem(error);
  const failure = { code: undefined, issues: [] };
  if (problem === undefined) return { kind: "refused", text: fallback, ...failure };
  return { kind: "unsent", text: problem, ...failure };
}

/** Returns a refusal that came before tRPC: server not ready, too many calls, foreign origin. */
function findEarlyRefusal(error: unknown): { text: string; code: string } | undefined {
  const response = read(read(error, "meta"), "responseJSON");
  const text = read(response, "error");
  const code = read(response, "code");
  return typeof text === "string" && typeof code === "string" ? { text, code } : undefined;
}

function findConnectionProblem(error: unknown): string | undefined {
  if (!navigator.onLine) return OFFLINE;
  if (error instanceof ChunkLoadError) return UNREACHABLE;
  // A fetch that gets no response rejects with a TypeError.
  return error instanceof Error && error.cause instanceof TypeError ? UNREACHABLE : undefined;
}

function readIssues(error: Error): FieldIssue[] {
  const issues = read(read(error, "data"), "issues");
  return Array.isArray(issues) ? issues.filter(isFieldIssue) : [];
}

function isFieldIssue(value: unknown): value is FieldIssue {
  return typeof read(value, "path") === "string" && typeof read(value, "message") === "string";
}

function read(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
