import { createServer } from "node:net";

type Address = {
  port: number;
  /** All addresses of this machine by default. */
  host?: string | undefined;
  /** The pnpm script that is running, for the advice. */
  command: string;
};

/** Returns what to do if another program listens at an address. The server itself refuses an invalid address. */
export async function explainTakenPort({
  port,
  host,
  command,
}: Address): Promise<string | undefined> {
  if (!(await isPortTaken(port, host))) return undefined;
  return `Port ${port} is already in use. Stop the other program, or choose another port: PORT=3100 npx -y pnpm ${command}`;
}

function isPortTaken(port: number, host: string | undefined): Promise<boolean> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return Promise.resolve(false);
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "EADDRINUSE"));
    probe.listen({ port, host }, () => probe.close(() => resolve(false)));
  });
}
