import { createServer } from "node:net";

/** Whether another program listens on this address now. What is no address is the server's to refuse. */
export function isPortTaken(port: number, host: string): Promise<boolean> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return Promise.resolve(false);
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "EADDRINUSE"));
    probe.listen({ port, host }, () => probe.close(() => resolve(false)));
  });
}

/** A port of this machine that nothing listens on now. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen({ port: 0, host: "127.0.0.1" }, () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
