import { constants, getPriority, setPriority } from "node:os";

const { PRIORITY_BELOW_NORMAL } = constants.priority;

/**
 * Lowers the priority of this process for commands that work beside the servers and that nobody waits for. Call this before
 * `run-cli.ts` is imported: on Linux only threads that start afterwards have the lower priority.
 *
 * @param args the command, such as `["backup", "studbook.tar"]`
 */
export function yieldToServers([command]: readonly string[]): void {
  // Whoever has started it may have lowered it further, and only root could raise it again.
  const isHigher = getPriority() < PRIORITY_BELOW_NORMAL;
  if (command === "backup" && isHigher) setPriority(PRIORITY_BELOW_NORMAL);
}
