import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { getFreePort } from "@studbook/local-postgres/free-port";
import { type RunningServer, startProgram } from "./program.ts";

const CADDYFILE = new URL("../../deploy/Caddyfile", import.meta.url);

/** Returns the path of Caddy: CADDY_PATH, or the one on the PATH. Undefined if it is not installed. */
export function findCaddy(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = [process.env.CADDY_PATH, ...folders.map((folder) => join(folder, "caddy"))];
  return found.find((path) => path !== undefined && existsSync(path));
}

/**
 * Starts Caddy with `deploy/Caddyfile` in front of servers. It differs in three things: it listens for plain HTTP on a
 * free port, knows the servers by their ports instead of a name, and trusts the X-Forwarded-For of the load generator.
 *
 * @throws Error if it does not start
 */
export async function startCaddy(
  caddy: string,
  folder: string,
  ports: readonly number[],
): Promise<RunningServer> {
  const [port, httpPort] = await Promise.all([getFreePort(), getFreePort()]);
  const upstreams = `to ${ports.map((upstream) => `127.0.0.1:${upstream}`).join(" ")}`;
  const file = join(folder, `caddyfile-${port}`);
  const text = (await readFile(CADDYFILE, "utf8"))
    .replace(/^\{\n/m, `{\n\tadmin off\n\thttp_port ${httpPort}\n`)
    .replace(/dynamic a \{[^}]*\}/, `${upstreams}\n\t\ttrusted_proxies private_ranges`);
  if (!text.includes(upstreams)) throw new Error("deploy/Caddyfile has no dynamic upstreams");
  await writeFile(file, text);
  return await startProgram({
    command: caddy,
    args: ["run", "--adapter", "caddyfile", "--config", file],
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, PUBLIC_URL: `http://127.0.0.1:${port}` },
    logFile: join(folder, `caddy-${port}.log`),
    port,
    readyPath: "/livez",
  });
}
