import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Stops child processes once this process has ended, even if it was killed. A separate process, which no Ctrl-C
 * reaches, waits for that.
 */
export function stopWithParent(pids: readonly number[]): void {
  const guard = spawn(process.execPath, [fileURLToPath(import.meta.url), ...pids.map(String)], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    detached: true,
  });
  guard.unref();
  guard.channel?.unref();
}

function stopAll(pids: readonly string[]): void {
  for (const pid of pids) {
    try {
      process.kill(Number(pid));
    } catch {
      // The process has already ended.
    }
  }
}

if (import.meta.main) {
  const pids = process.argv.slice(2);
  process.once("disconnect", () => stopAll(pids));
  // The parent may have ended before this process was ready.
  if (!process.connected) stopAll(pids);
}
