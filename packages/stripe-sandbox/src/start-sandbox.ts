import { once } from "node:events";
import { createServer } from "node:http";
import { Faults } from "./http/fault.ts";
import { IdempotencyKeys } from "./http/idempotency.ts";
import { serve, serveError } from "./http/serve.ts";
import type { Parts } from "./parts.ts";
import { API_VERSION } from "./sandbox.ts";
import { Store } from "./state/store.ts";
import { type Endpoint, WebhookQueue } from "./webhooks/webhook-queue.ts";
import { WebhookRules } from "./webhooks/webhook-rules.ts";

export type SandboxOptions = {
  /** Default: 127.0.0.1. */
  host?: string;
  /** Default: 0, any free port. */
  port?: number;
  /** The folder of its database. Created if missing. */
  stateDir: string;
  /** Where events are sent. */
  webhook?: Endpoint;
  clock?: () => Date;
};

export type RunningSandbox = {
  /** The URL for programs on this machine, without a trailing slash. */
  url: string;
  port: number;
  /** Aborts open calls and stops. Pending deliveries continue after the next start. */
  close(): Promise<void>;
};

/**
 * Starts a local stand-in for Stripe.
 *
 * @throws Error if the port is in use (`EADDRINUSE`) or the folder is not writable.
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const { host = "127.0.0.1", port = 0, clock = () => new Date() } = options;
  const closing = new AbortController();
  const store = new Store(options.stateDir);
  const rules = new WebhookRules();
  const webhooks = new WebhookQueue({ store, rules, clock });
  webhooks.endpoint = options.webhook;
  const parts: Parts = {
    store,
    clock,
    version: API_VERSION,
    faults: new Faults(),
    keys: new IdempotencyKeys(store),
    rules,
    webhooks,
    onEvent: (event) => webhooks.add(event),
    closing: closing.signal,
  };
  const open = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const handled = serve(parts, request, response)
      .catch((error: unknown) => serveError(response, error))
      .finally(() => open.delete(handled));
    open.add(handled);
  });
  server.listen({ host, port });
  try {
    await once(server, "listening");
  } catch (error) {
    store.close();
    throw error;
  }
  webhooks.wake();
  const address = server.address();
  const actualPort = typeof address === "object" && address ? address.port : port;
  return {
    url: `http://${reachableHost(host)}:${actualPort}`,
    port: actualPort,
    async close() {
      closing.abort();
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      try {
        await Promise.all([closed, webhooks.close(), ...open]);
      } finally {
        store.close();
      }
    },
  };
}

/** Returns the host to use in a URL for a server that listens on `host`. */
export function reachableHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
