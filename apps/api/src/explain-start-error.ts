import { MigrationError } from "@studbook/db/migrate";
import { ConfigError } from "./config.ts";
import { describeFileError } from "./file-errors.ts";

/** EINVAL: a link-local IPv6 address without its interface. */
const ADDRESS_ERRORS = new Set([
  "EADDRNOTAVAIL",
  "EAFNOSUPPORT",
  "EINVAL",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** Explains to the operator why a server could not start. */
export function explainStartError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError || error instanceof MigrationError) return error.message;
  const code = "code" in error ? error.code : undefined;
  const host = "address" in error ? error.address : "hostname" in error ? error.hostname : "";
  const port = "port" in error ? error.port : "";
  if (code === "EADDRINUSE") {
    return `Port ${port} is already in use. Stop the other program, or set PORT (or METRICS_PORT) to another port.`;
  }
  if (ADDRESS_ERRORS.has(String(code))) {
    return `HOST: ${host} is not an address of this machine.`;
  }
  if (code === "EACCES" && port)
    return `Port ${port}: permission denied. Set PORT (or METRICS_PORT) to a port above 1023.`;
  if (
    code === "EACCES" &&
    "syscall" in error &&
    /^(mkdir|open|scandir)$/.test(String(error.syscall))
  )
    return `${describeFileError(error)}. Check that this user can write to DATA_DIR.`;
  if ((code === "EEXIST" || code === "ENOTDIR") && "path" in error)
    return `Cannot create the folder ${error.path}: a part of this path is a file. Set DATA_DIR to another folder.`;
  if ("syscall" in error && error.syscall === "mkdir")
    return `${describeFileError(error)}. Set DATA_DIR to another folder.`;
  if ("syscall" in error && "path" in error) return `${describeFileError(error)}.`;
  return error.stack ?? error.message;
}
