import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { NotPermitted } from "../not-permitted.ts";

const run = promisify(execFile);
const FORWARDER = fileURLToPath(new URL("./forward-to-socket.ts", import.meta.url));
const NEAR = "10.211.97.1";
const FAR = "10.211.97.2";
const PORT = 5432;
const NOBODYS_MAC = "02:00:00:00:00:01";

/** A network link to the database on which the kernel can drop all packets. */
export type LossyLink = {
  host: string;
  port: number;
  /** Drops all packets silently, in both directions. */
  drop(): Promise<void>;
  restore(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * Creates a network namespace with a link to it. A program in the namespace forwards connections to PostgreSQL through
 * a Unix socket.
 *
 * @throws NotPermitted if this process may not create one
 */
export async function openLossyLink(folder: string, postgresPort: number): Promise<LossyLink> {
  const name = `faults${process.pid}`;
  const [near, far] = [`fn${process.pid}`, `ff${process.pid}`];
  const ip = (...args: string[]) => run("ip", args);
  const inside = (...args: string[]) => run("ip", ["netns", "exec", name, "ip", ...args]);
  await ip("netns", "add", name).catch(({ message }: Error) => {
    throw new NotPermitted(`Creating a network namespace failed: ${message.trim()}`);
  });
  const disposal = new AsyncDisposableStack();
  // Removes the link too.
  disposal.defer(async () => void (await ip("netns", "delete", name)));
  try {
    await ip("link", "add", near, "type", "veth", "peer", "name", far, "netns", name);
    await ip("address", "add", `${NEAR}/30`, "dev", near);
    await inside("address", "add", `${FAR}/30`, "dev", far);
    await ip("link", "set", near, "up");
    await inside("link", "set", far, "up");
    const nearMac = (await readFile(`/sys/class/net/${near}/address`, "utf8")).trim();
    const { stdout } = await inside("-json", "link", "show", far);
    const farMac: string = JSON.parse(stdout)[0].address;
    // Packets to an address that no interface has are dropped by the receiving kernel, without any answer.
    const setNeighbors = async (toFar: string, toNear: string) => {
      const permanent = (to: string, mac: string, device: string) =>
        ["neighbor", "replace", to, "lladdr", mac, "dev", device, "nud", "permanent"] as const;
      await ip(...permanent(FAR, toFar, near));
      await inside(...permanent(NEAR, toNear, far));
    };
    await setNeighbors(farMac, nearMac);
    const socketPath = join(folder, "database.sock");
    disposal.defer(await forwardFromSocket(socketPath, postgresPort));
    const forwarder = spawn(
      "ip",
      ["netns", "exec", name, process.execPath, FORWARDER, FAR, String(PORT), socketPath],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    disposal.defer(() => stop(forwarder));
    await once(forwarder.stdout, "data");
    const owned = disposal.move();
    return {
      host: FAR,
      port: PORT,
      drop: () => setNeighbors(NOBODYS_MAC, NOBODYS_MAC),
      restore: () => setNeighbors(farMac, nearMac),
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    };
  } catch (error) {
    await disposal.disposeAsync();
    throw error;
  }
}

/** Returns a function that stops it. */
async function forwardFromSocket(path: string, port: number): Promise<() => Promise<void>> {
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(port, "127.0.0.1");
    clients.add(client);
    client.pipe(database).pipe(client);
    // Either end can be gone at any time.
    client.on("error", () => database.destroy()).on("close", () => clients.delete(client));
    database.on("error", () => client.destroy());
  });
  server.listen(path);
  await once(server, "listening");
  return async () => {
    for (const client of clients) client.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
