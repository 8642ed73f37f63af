/** Requests for the load process to send over keep-alive connections, each after the response to the one before it. */
export type LoadTask = {
  port: number;
  paths: readonly string[];
  /** Besides Host and X-Forwarded-For. */
  headers?: Readonly<Record<string, string>>;
  connections: number;
  /**
   * Never sleep. Waking up a process on another core costs a server more than sending a stored response, and only the slower
   * one of two servers has to.
   */
  isPolling?: boolean;
  /** When to stop: after this time, or once every path was requested this many times. */
  until: { ms: number } | { times: number };
};

export type LoadResult = {
  responses: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  /** The number of responses of each status, and of connections that broke. */
  outcomes: Record<string, number>;
};

/** How many clients the requests come from, each in a /24 of its own. */
const CLIENTS = 4096;

/**
 * Returns the bytes of the task's requests in the order in which they are sent. A proxy seems to forward them for many
 * clients, so that no network exceeds a limit.
 */
export function encodeRequests({ paths, headers = {}, port }: LoadTask): Buffer[] {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const count = Math.ceil(CLIENTS / paths.length) * paths.length;
  return Array.from({ length: count }, (_, n) => {
    const client = n % CLIENTS;
    return Buffer.from(
      `GET ${paths[n % paths.length]} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
        `X-Forwarded-For: 10.${client >> 8}.${client & 255}.1\r\n${lines.join("")}\r\n`,
    );
  });
}
