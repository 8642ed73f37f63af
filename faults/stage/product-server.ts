import { fileURLToPath } from "node:url";
import { PRODUCTION_NODE_ARGS, type Server, startServer } from "@studbook/scripts/server";
import { send } from "../traffic/send.ts";
import { waitUntil } from "./wait.ts";

const COMPILE_CACHE = fileURLToPath(new URL("../../node_modules/.cache/node", import.meta.url));
const LOG_LINES = 200;
const START_MS = 60_000;

/** The settings of production, as far as the stand-in for Stripe allows: it needs STUDBOOK_MODE=demo. */
const SETTINGS = {
  NODE_ENV: "production",
  STUDBOOK_MODE: "demo",
  RATE_LIMITS: "on",
  TRUST_PROXY: "loopback",
  LOG_LEVEL: "warn",
  HOST: "127.0.0.1",
  // Reads from memory notice no fault for up to four seconds.
  RESPONSE_CACHE_MB: "0",
  NODE_COMPILE_CACHE: COMPILE_CACHE,
};

type Options = { port: number; env: Record<string, string>; nodeArgs: string[] };

/** A server in a process of its own: `node apps/api/src/main.ts`. */
export class ProductServer {
  readonly port: number;
  readonly baseUrl: string;
  /** Added to its settings at the next start. */
  env: Record<string, string>;
  readonly #nodeArgs: string[];
  #running: Server | undefined;
  #log: string[] = [];

  constructor({ port, env, nodeArgs }: Options) {
    this.port = port;
    this.baseUrl = `http://127.0.0.1:${port}`;
    this.env = env;
    this.#nodeArgs = nodeArgs;
  }

  /** The process ID, or undefined if the process does not run. */
  get pid(): number | undefined {
    const child = this.#running?.child;
    return child && child.exitCode === null && child.signalCode === null ? child.pid : undefined;
  }

  /** The end of what it has printed. */
  get log(): readonly string[] {
    return this.#log;
  }

  /** Starts the process, without waiting for anything. */
  launch(): void {
    const { PATH, HOME, TZ } = process.env;
    const settings = { PATH, HOME, TZ, ...SETTINGS, PORT: String(this.port), ...this.env };
    const args = [...PRODUCTION_NODE_ARGS, ...this.#nodeArgs];
    const running = startServer(settings, args, "pipe");
    this.#running = running;
    for (const stream of [running.child.stdout, running.child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#log = [...this.#log, ...text.split("\n").filter(Boolean)].slice(-LOG_LINES);
      });
    }
  }

  /**
   * Starts the process and waits until it is ready.
   *
   * @throws Error with the end of its log if it exits or takes more than a minute
   */
  async start(): Promise<void> {
    this.launch();
    await this.untilReady(START_MS);
  }

  /** @throws Error with the end of its log if it exits or is not ready in time */
  async untilReady(ms: number): Promise<void> {
    const isReady = await waitUntil(
      ms,
      async () => this.pid === undefined || (await this.isReady()),
    );
    if (isReady && this.pid !== undefined) return;
    const state = this.pid === undefined ? "exited" : `was not ready within ${ms / 1000} s`;
    throw new Error(`The server ${state}:\n${this.#log.slice(-20).join("\n")}`);
  }

  async isReady(): Promise<boolean> {
    const { status } = await send(this.baseUrl, "/readyz", { timeoutMs: 3000 });
    return status === 200;
  }

  /** Sends SIGTERM and waits until the process has ended. */
  async stop(): Promise<void> {
    await this.#running?.stop();
  }

  /** Sends SIGKILL and waits until the process has ended. */
  async kill(): Promise<void> {
    this.#running?.child.kill("SIGKILL");
    await this.#running?.ended;
  }
}
