import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { spawnPinned } from "../stage/pinned.ts";
import type { LoadResult, LoadTask } from "./load-task.ts";

const PROCESS = fileURLToPath(new URL("./load-process.ts", import.meta.url));

/** A process that sends requests, on a core of its own. */
export type LoadGenerator = {
  /**
   * Sends the requests of a task and waits for the responses.
   *
   * @throws Error if a response has a status that is not in `statuses`, by default 200, or if a connection breaks
   */
  run(task: LoadTask, statuses?: readonly number[]): Promise<LoadResult>;
  stop(): Promise<void>;
};

export function startLoadGenerator(core: number): LoadGenerator {
  const child = spawnPinned(core, [PROCESS]);
  const ended = once(child, "exit");
  return {
    async run(task, statuses = [200]) {
      child.send(task);
      const [result] = await Promise.race([once(child, "message"), ended]);
      if (typeof result !== "object") throw new Error("The load generator has ended");
      const isExpected = (outcome: string) => statuses.includes(Number(outcome));
      if (Object.keys(result.outcomes).every(isExpected)) return result;
      throw new Error(
        `Of ${result.responses} responses to ${task.paths[0]}, not all were ${statuses}: ${JSON.stringify(result.outcomes)}`,
      );
    },
    async stop() {
      child.kill();
      await ended;
    },
  };
}
