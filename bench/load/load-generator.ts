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
   * @throws Error if a response has another status than `status`, or if a connection breaks
   */
  run(task: LoadTask, status?: number): Promise<LoadResult>;
  stop(): Promise<void>;
};

export function startLoadGenerator(core: number): LoadGenerator {
  const child = spawnPinned(core, [PROCESS]);
  const ended = once(child, "exit");
  return {
    async run(task, status = 200) {
      child.send(task);
      const [result] = await Promise.race([once(child, "message"), ended]);
      if (typeof result !== "object") throw new Error("The load generator has ended");
      const others = Object.entries(result.outcomes).filter(([key]) => key !== String(status));
      if (others.length === 0) return result;
      throw new Error(
        `Of ${result.responses} responses to ${task.paths[0]}, not all were ${status}: ${JSON.stringify(result.outcomes)}`,
      );
    },
    async stop() {
      child.kill();
      await ended;
    },
  };
}
