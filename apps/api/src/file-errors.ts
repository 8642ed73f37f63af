/** Whether a file or folder does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** Whether a path leads through a file as if it were a folder. */
export function isNotFolder(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOTDIR";
}

/** Names the file in a system error of an open file, which has no path of its own. Returns the error. */
export function withPath(error: unknown, path: string): unknown {
  const lacksPath = error instanceof Error && "syscall" in error && !("path" in error);
  return lacksPath ? Object.assign(error, { path }) : error;
}

/** Turns "ENOENT: no such file or directory, open '/none'" into "/none: no such file or directory". */
export function describeFileError(error: Error & { path?: unknown; dest?: unknown }): string {
  const [, reason = error.message] = /^[A-Z]+: (.+?), \w+/.exec(error.message) ?? [];
  // Of a file that is renamed, the operator knows the new name.
  const path = error.dest ?? error.path;
  return path ? `${path}: ${reason}` : reason;
}
