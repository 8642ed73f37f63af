import {
  isConnectionRejected,
  isDatabaseUnavailable,
  isInsufficientPrivilege,
  isLockTimeout,
  isReadOnlyDatabase,
  isUndefinedTable,
} from "@studbook/db/errors";
import { MigrationError } from "@studbook/db/migrate";
import { READ_ONLY } from "@studbook/db/ping";
import { RestoreError } from "@studbook/db/restore-tables";
import { DomainError } from "@studbook/domain/errors";
import { z } from "@studbook/domain/schemas/z";
import { BackupError } from "../backup/backup-format.ts";
import { ConfigError } from "../config.ts";
import { describeError } from "../errors.ts";
import { describeFileError } from "../file-errors.ts";

/** A command-line error. Its message is printed unchanged. */
export class CommandError extends Error {
  override name = "CommandError";
}

/** Explains why a command failed, as text or as JSON. */
export function explainFailure(
  error: unknown,
  { asJson, command }: { asJson: boolean; command?: string | undefined },
): string {
  const { message, code } = describe(error, command !== "migrate");
  return asJson ? JSON.stringify({ error: message, code }) : message;
}

function describe(error: unknown, mayNeedMigration: boolean): { message: string; code: string } {
  if (error instanceof DomainError || error instanceof z.ZodError) return describeError(error);
  if (error instanceof CommandError || error instanceof ConfigError) {
    return { message: error.message, code: "REFUSED" };
  }
  if (error instanceof MigrationError) return { message: error.message, code: "MIGRATION_FAILED" };
  if (error instanceof BackupError || error instanceof RestoreError) {
    return { message: error.message, code: "BACKUP_REFUSED" };
  }
  if (isReadOnlyDatabase(error)) return { message: READ_ONLY, code: "NOT_READY" };
  if (isLockTimeout(error)) {
    return { message: "The database is in use. Stop the servers first.", code: "NOT_READY" };
  }
  if (isUndefinedTable(error)) {
    return {
      message: "The database has no tables yet. Run `migrate` first.",
      code: "NOT_READY",
    };
  }
  const text = error instanceof Error ? error.message || String(error) : String(error);
  if (isDatabaseUnavailable(error)) {
    return { message: `Cannot reach the database: ${text}`, code: "NOT_READY" };
  }
  if (isConnectionRejected(error)) {
    const advice = mayNeedMigration ? " (if it is new, run `migrate` first)" : "";
    return { message: `The database rejected the connection: ${text}${advice}`, code: "NOT_READY" };
  }
  if (isInsufficientPrivilege(error)) {
    const advice = mayNeedMigration ? ", or run `migrate` first" : "";
    return {
      message: `The database role lacks the necessary privileges: ${text}. Set DATABASE_OWNER_URL${advice}.`,
      code: "NOT_READY",
    };
  }
  // The operator's file is missing, unreadable or a directory, or the disk is full. An open folder's error has no path.
  if (error instanceof Error && "code" in error && ("path" in error || isFileError(error.code))) {
    return { message: describeFileError(error), code: "BACKUP_REFUSED" };
  }
  return { message: (error instanceof Error && error.stack) || text, code: "INTERNAL" };
}

function isFileError(code: unknown): boolean {
  return code === "ENOSPC" || code === "EISDIR";
}
