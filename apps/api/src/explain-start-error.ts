import { MigrationError } from "@studbook/db/migrate";
import { ConfigError } from "./config.ts";

/** Why a server could not start, for the person who started it. */
export function explainStartError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError || error instanceof MigrationError) return error.message;
  const code = "code" in error ? error.code : undefined;
  const host = "address" in error ? error.address : "hostname" in error ? error.hostname : "";
  if (code === "EADDRINUSE") {
    const port = "port" in error ? error.port : "";
    return `Port ${port} is taken by another program. Stop it, or choose another with PORT=... (or METRICS_PORT=..., if that is it).`;
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return `HOST: ${host} is no address of this machine.`;
  }
  if (code === "EACCES")
    return `This user may not listen there or write to DATA_DIR: ${error.message}`;
  return error.stack ?? error.message;
}
