import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { SERVER_CORE, spawnPinned } from "../stage/pinned.ts";
import type { RunningServer } from "../stage/program.ts";
import type { CapturedResponse } from "./captured-response.ts";

/** Starts bare node:http with one response, on the servers' core. */
export function startBare(response: CapturedResponse): Promise<RunningServer> {
  return startBaseline("./bare.ts", response);
}

/** Starts the hand-written server on a database, on the servers' core. */
export function startHandWritten(databaseUrl: string): Promise<RunningServer> {
  return startBaseline("./hand-written.ts", databaseUrl);
}

async function startBaseline(
  file: string,
  message: CapturedResponse | string,
): Promise<RunningServer> {
  const child = spawnPinned(SERVER_CORE, [fileURLToPath(new URL(file, import.meta.url))]);
  const ended = once(child, "exit");
  child.send(message);
  const [address] = await Promise.race([once(child, "message"), ended]);
  if (!address?.port || !child.pid) throw new Error(`${file} has ended`);
  return {
    port: address.port,
    pid: child.pid,
    async stop() {
      child.kill();
      await ended;
    },
  };
}
