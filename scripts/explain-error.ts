import { explainStartError } from "@studbook/api/explain-start-error";
import { MigrationError } from "@studbook/db/migrate";
import { ClusterInUse } from "@studbook/local-postgres/claim-cluster";
import { LocalPostgresError } from "@studbook/local-postgres/local-postgres-error";

/** Explains to the person who started `pnpm start` or `pnpm dev` why it failed, and what to do. */
export function explainError(
  error: unknown,
  { command, dataDir }: { command: string; dataDir: string },
): string {
  if (error instanceof ClusterInUse) {
    return `Process ${error.pid} already runs Studbook with the data in ${dataDir}. Stop it, or choose another folder and other ports: DATA_DIR=.data2 PORT=3100 STRIPE_SANDBOX_PORT=12200 npx -y pnpm ${command}`;
  }
  if (error instanceof LocalPostgresError) return error.message;
  const explanation = explainStartError(error);
  if (!(error instanceof MigrationError) || !/corrupted migrations/.test(error.message))
    return explanation;
  return `${explanation}\nAnother branch or version has migrated this database. Check that one out again, or use a new database: delete ${dataDir}, or set DATA_DIR to another folder.`;
}
