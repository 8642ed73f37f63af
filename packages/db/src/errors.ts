const UNIQUE_VIOLATION = "23505";
const LOCK_NOT_AVAILABLE = "55P03";
const UNDEFINED_TABLE = "42P01";
const INSUFFICIENT_PRIVILEGE = "42501";
const DUPLICATE_OBJECT = "42710";
const NO_SUCH_DATABASE = "3D000";
const SERIALIZATION_FAILURES = new Set(["40001", "40P01"]);

const UNREACHABLE = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
]);
const SHUTTING_DOWN_OR_STARTING = new Set(["57P01", "57P02", "57P03"]);
const CLASSES_OF_CONNECTION_AND_RESOURCES = new Set(["08", "53"]);
const MESSAGES_OF_PG_WITHOUT_A_CODE =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/** Whether a unique index refused a row; with `constraint` only that index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== UNIQUE_VIOLATION) return false;
  if (constraint === undefined) return true;
  return error instanceof Error && "constraint" in error && error.constraint === constraint;
}

/** Whether a lock was not had within lock_timeout, or at once where NOWAIT asked for it. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === LOCK_NOT_AVAILABLE;
}

/** Whether a table is missing: the database was not migrated yet. */
export function isUndefinedTable(error: unknown): boolean {
  return codeOf(error) === UNDEFINED_TABLE;
}

/** Whether the role of this connection may not do that. */
export function isInsufficientPrivilege(error: unknown): boolean {
  return codeOf(error) === INSUFFICIENT_PRIVILEGE;
}

/** Whether a role was not created because another connection created it first. */
export function isRoleTaken(error: unknown): boolean {
  return codeOf(error) === DUPLICATE_OBJECT || isUniqueViolation(error, "pg_authid_rolname_index");
}

/** Whether the transaction lost to another (a serialization failure or a deadlock) and may be repeated. */
export function isSerializationFailure(error: unknown): boolean {
  return SERIALIZATION_FAILURES.has(codeOf(error) ?? "");
}

/** Whether the database cannot be reached or takes no more work, as opposed to having refused this. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code === undefined) {
    return error instanceof Error && MESSAGES_OF_PG_WITHOUT_A_CODE.test(error.message);
  }
  if (SHUTTING_DOWN_OR_STARTING.has(code)) return true;
  if (isSqlState(code)) return CLASSES_OF_CONNECTION_AND_RESOURCES.has(code.slice(0, 2));
  return UNREACHABLE.has(code) && isFromSocket(error);
}

/** Whether the server does not let this user in, or has no such database. */
export function isDatabaseRefusal(error: unknown): boolean {
  const code = codeOf(error) ?? "";
  return code.startsWith("28") || code === NO_SUCH_DATABASE;
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code);
}

function isFromSocket(error: unknown): boolean {
  if (error instanceof AggregateError) return true;
  const call = error instanceof Error && "syscall" in error ? error.syscall : undefined;
  return typeof call === "string" && /^(connect|read|write|getaddrinfo)$/.test(call);
}
