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
