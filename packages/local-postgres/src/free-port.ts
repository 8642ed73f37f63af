import { once } from "node:events";
import { createServer } from "node:net";

/** Returns a port of the loopback interface that is currently free. */
export async function getFreePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string")
    throw new Error("Could not find a free port");
  return address.port;
}
