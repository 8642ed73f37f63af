import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { DEFAULT_DRAIN_SECONDS, LONGEST_NOTICE_MS } from "@studbook/api/environment";

const API = fileURLToPath(new URL("../apps/api/src/main.ts", import.meta.url));
/** The arguments of Node.js in production, as in the Dockerfile, for measurements. */
export const PRODUCTION_NODE_ARGS = [
  "--heap-growing-percent=200",
  "--max-old-space-size=256",
  "--no-memory-reducer",
  "--v8-pool-size=1",
];
/** How much longer than its drain time a server may take to exit, in ms. */
const EXIT_MS = 200;

export type Server = {
  child: ChildProcess;
  /** Resolves when the server reports that it is ready. */
  ready: Promise<void>;
  /** Resolves with the exit code when the server ends. */
  ended: Promise<number>;
  /** Stops the server after its open requests. Kills it if it still runs soon after it should have ended. */
  stop(): Promise<void>;
};

/**
 * Starts the API in its own process group, so that Ctrl-C reaches only this process, and with an IPC channel,
 * so that it stops when this process exits. Its output goes to this process, with `pipe` to the streams of `child`, or to the
 * file of a descriptor.
 */
export function startServer(
  env: NodeJS.ProcessEnv,
  nodeArgs: readonly string[] = [],
  output: "inherit" | "pipe" | number = "inherit",
): Server {
  const child = spawn(process.execPath, [...nodeArgs, API], {
    env,
    stdio: ["ignore", output, output, "ipc"],
    detached: true,
  });
  const drainMs = Number(env.DRAIN_SECONDS || DEFAULT_DRAIN_SECONDS) * 1000;
  const ready = new Promise<void>((resolve) => {
    child.on("message", (message) => message === "ready" && resolve());
  });
  const ended = once(child, "exit").then(([code]) => Number(code ?? 1));
  return {
    child,
    ready,
    ended,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      const deadline = setTimeout(
        () => child.kill("SIGKILL"),
        LONGEST_NOTICE_MS + drainMs + EXIT_MS,
      );
      await ended;
      clearTimeout(deadline);
    },
  };
}
