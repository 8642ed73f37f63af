import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { onTestFinished } from "vitest";
import { SECRET_KEY } from "../src/defaults.ts";
import { controlSandbox, type SandboxControls } from "../src/sandbox-controls.ts";
import { type RunningSandbox, type SandboxOptions, startSandbox } from "../src/start-sandbox.ts";

export type OpenSandbox = {
  sandbox: RunningSandbox;
  stateDir: string;
  /** The official SDK, without network retries. */
  stripe: Stripe;
  controls: SandboxControls;
};

/** Starts a sandbox that closes when the current test finishes. */
export async function openSandbox(options: Partial<SandboxOptions> = {}): Promise<OpenSandbox> {
  const stateDir = options.stateDir ?? (await mkdtemp(join(tmpdir(), "stripe-sandbox-")));
  const sandbox = await startSandbox({ ...options, stateDir });
  onTestFinished(async () => {
    await sandbox.close();
    await rm(stateDir, { recursive: true, force: true });
  });
  return {
    sandbox,
    stateDir,
    stripe: connect(sandbox.port, SECRET_KEY),
    controls: controlSandbox(sandbox.url),
  };
}

/** Returns the official SDK for a sandbox on this port. `timeout` is in milliseconds. */
export function connect(
  port: number,
  key: string,
  maxNetworkRetries = 0,
  timeout = 10_000,
): Stripe {
  return new Stripe(key, {
    host: "127.0.0.1",
    port,
    protocol: "http",
    maxNetworkRetries,
    timeout,
    telemetry: false,
  });
}
