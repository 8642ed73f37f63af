const UNIQUE_VIOLATION = "23505";
const LOCK_NOT_AVAILABLE = "55P03";
const DISK_FULL = "53100";
const QUERY_CANCELED = "57014";
const READ_ONLY_TRANSACTION = "25006";
const UNDEFINED_TABLE = "42P01";
const INSUFFICIENT_PRIVILEGE = "42501";
const DUPLICATE_OBJECT = "42710";
const INVALID_CATALOG_NAME = "3D000";
const INVALID_AUTHORIZATION_CLASS = "28";
const SERIALIZATION_FAILURES = new Set(["40001", "40P01"]);

const SOCKET_ERRORS = new Set([
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
/** Node.js does not trust the server's certificate, until one of the two is corrected. */
const CERTIFICATE_ERRORS = new Set([
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);
/** The server is starting or shutting down, ended the session, or could not read or write its disk. */
const SERVER_TROUBLE = new Set(["57P01", "57P02", "57P03", "57P05", "25P03", "58030"]);
const CONNECTION_AND_RESOURCE_CLASSES = new Set(["08", "53"]);
const POOL_TIMEOUT = "timeout exceeded when trying to connect";
const PG_MESSAGES_WITHOUT_CODE =
  /^(Query read timeout|Connection terminated|Client has encountered a connection error|The server does not support SSL connections)/;

/** Thrown if the database has responded to nothing for too long. */
export class DatabaseTimeoutError extends Error {
  override name = "DatabaseTimeoutError";
}

/** Thrown if a server has not accepted a connection in time. */
export class DatabaseUnreachableError extends Error {
  override name = "DatabaseUnreachableError";

  constructor(address: string, timeoutMs: number, options?: ErrorOptions) {
    const seconds = timeoutMs / 1000;
    super(
      `no response from ${address} within ${seconds} s (check the address, the network and the firewalls)`,
      options,
    );
  }
}

/**
 * Thrown if too many callers wait for a connection already, or if a wait was given up although the database responds to
 * others, such as one for a locked row.
 */
export class DatabaseBusyError extends Error {
  override name = "DatabaseBusyError";
}

/** Whether pg has given up connecting, in a pool or with a single client. */
export function isConnectTimeout(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^(Connection terminated due to connection timeout|timeout expired)$/.test(error.message)
  );
}

/** Whether no connection of a pool has become free in time. */
export function isPoolTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === POOL_TIMEOUT;
}

/** Whether a unique index rejected a row; with `constraint`, whether that index did. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== UNIQUE_VIOLATION) return false;
  if (constraint === undefined) return true;
  return error instanceof Error && "constraint" in error && error.constraint === constraint;
}

/** Whether a lock was not available within `lock_timeout`, or immediately with NOWAIT. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === LOCK_NOT_AVAILABLE;
}

/** Whether a table is missing, as before the first migration. */
export function isUndefinedTable(error: unknown): boolean {
  return codeOf(error) === UNDEFINED_TABLE;
}

/** Whether the connection's role lacks a privilege. */
export function isInsufficientPrivilege(error: unknown): boolean {
  return codeOf(error) === INSUFFICIENT_PRIVILEGE;
}

/** Whether a role already exists, also when a concurrent connection has just created it. */
export function isDuplicateRole(error: unknown): boolean {
  return codeOf(error) === DUPLICATE_OBJECT || isUniqueViolation(error, "pg_authid_rolname_index");
}

/** Whether the database's disk is full. Reads go on. */
export function isDatabaseFull(error: unknown): boolean {
  return codeOf(error) === DISK_FULL;
}

/** Whether the database accepts no writes, such as a standby or one with `default_transaction_read_only`. */
export function isReadOnlyDatabase(error: unknown): boolean {
  return codeOf(error) === READ_ONLY_TRANSACTION;
}

/**
 * Whether the database responds but could not finish this statement: it ran or waited for a lock for too long, or lost a
 * deadlock. The transaction was rolled back, so the caller can try again.
 */
export function isDatabaseBusy(error: unknown): boolean {
  if (error instanceof DatabaseBusyError) return true;
  const code = codeOf(error);
  return code === QUERY_CANCELED || code === LOCK_NOT_AVAILABLE || isSerializationFailure(error);
}

/** Whether an admitted caller waited for a lock, a connection or a response until its wait was given up. */
export function isWaitInVain(error: unknown): boolean {
  if (error instanceof DatabaseTimeoutError || error instanceof DatabaseBusyError) return true;
  const code = codeOf(error);
  return code === QUERY_CANCELED || code === LOCK_NOT_AVAILABLE;
}

/** Whether the transaction can be retried after a serialization failure or deadlock. */
export function isSerializationFailure(error: unknown): boolean {
  return SERIALIZATION_FAILURES.has(codeOf(error) ?? "");
}

/** Whether the database is unreachable or out of resources, as opposed to having rejected the statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseTimeoutError || error instanceof DatabaseUnreachableError)
    return true;
  const code = codeOf(error);
  if (code === undefined) {
    return (
      isPoolTimeout(error) ||
      (error instanceof Error && PG_MESSAGES_WITHOUT_CODE.test(error.message))
    );
  }
  if (SERVER_TROUBLE.has(code) || CERTIFICATE_ERRORS.has(code)) return true;
  if (isSqlState(code)) return CONNECTION_AND_RESOURCE_CLASSES.has(code.slice(0, 2));
  return SOCKET_ERRORS.has(code) && isFromSocket(error);
}

/** Whether the same statement can succeed once the database is in order, however long that takes. */
export function isDatabaseTrouble(error: unknown): boolean {
  const isRefused = isReadOnlyDatabase(error) || isDatabaseFull(error);
  return isRefused || isDatabaseBusy(error) || isDatabaseUnavailable(error);
}

/** Whether the server rejected the connection: wrong user or password, or unknown database. */
export function isConnectionRejected(error: unknown): boolean {
  const code = codeOf(error) ?? "";
  return code.startsWith(INVALID_AUTHORIZATION_CLASS) || code === INVALID_CATALOG_NAME;
}

/** Returns why something failed, in one line for the operator. */
export function reasonOf(error: unknown): string {
  const reason = error instanceof AggregateError ? error.errors[0] : error;
  return reason instanceof Error ? reason.message : String(reason);
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
