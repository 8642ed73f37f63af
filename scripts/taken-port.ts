import { createServer } from "node:net";
import { ConfigError } from "@studbook/api/config";

type Address = {
  port: number;
  /** All addresses of this machine by default. */
  host?: string | undefined;
  /** The pnpm script that is running, for the advice. */
  command: string;
};

/**
 * Checks that no other program listens at an address. The server itself refuses an invalid address.
 *
 * @throws ConfigError saying what to do
 */
export async function requireFreePort({ port, host, command }: Address): Promise<void> {
  if (!(await isPortTaken(port, host))) return;
  throw new ConfigError(
    `Port ${port} is already in use. Stop the other program, or choose another port: PORT=3100 npx -y pnpm ${command}`,
  );
}

function isPortTaken(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "EADDRINUSE"));
    probe.listen({ port, host }, () => probe.close(() => resolve(false)));
  });
}
