import { readdirSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";

const { PRIORITY_LOW, PRIORITY_NORMAL } = constants.priority;

/**
 * Gives this process the lowest priority for commands that work beside the servers and that nobody waits for, unless
 * whoever has started it has chosen a priority. Call this before `run-cli.ts` is imported, which takes much of the time.
 *
 * @param args the command, such as `["backup", "studbook.tar"]`
 */
export function yieldToServers([command]: readonly string[]): void {
  if (command !== "backup" || getPriority() !== PRIORITY_NORMAL) return;
  // On Linux each thread has a priority of its own, and V8's threads are already running.
  const threads = process.platform === "linux" ? readdirSync("/proc/self/task") : [process.pid];
  for (const thread of threads) setPriority(Number(thread), PRIORITY_LOW);
}
