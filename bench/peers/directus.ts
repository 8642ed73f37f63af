import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { getFreePort } from "@studbook/local-postgres/free-port";
import type { Database } from "../stage/databases.ts";
import { pin, SERVER_CORE } from "../stage/pinned.ts";
import { type RunningServer, startProgram } from "../stage/program.ts";

const run = promisify(execFile);

/** Directus gives everybody the permissions of the policy with this ID. */
const PUBLIC_POLICY = "abf8a154-5b1c-4a46-ac9c-7300570f4f17";
const ADMIN = { email: "admin@example.com", password: "bench-password" };

/** Returns the folder of Directus, or undefined if it is not installed as README.md in this folder describes. */
export function findDirectus(dataFolder: string): string | undefined {
  const folder = join(dataFolder, "directus");
  return existsSync(join(folder, "node_modules/directus/cli.js")) ? folder : undefined;
}

/**
 * Adds Directus to a database and starts it on the servers' core. Everybody may read all ads.
 *
 * @throws Error if it does not start
 */
export async function startDirectus(folder: string, database: Database): Promise<RunningServer> {
  const port = await getFreePort();
  const node = join(folder, "node_modules/node/bin/node");
  const cli = join(folder, "node_modules/directus/cli.js");
  const settings = {
    PATH: process.env.PATH,
    HOST: "127.0.0.1",
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DB_CLIENT: "pg",
    DB_CONNECTION_STRING: database.ownerUrl,
    SECRET: "bench-secret-of-at-least-32-characters",
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    TELEMETRY: "false",
    NODE_ENV: "production",
  };
  await run(node, [cli, "bootstrap"], { cwd: folder, env: settings });
  const directus = await startProgram({
    command: node,
    args: [cli, "start"],
    cwd: folder,
    env: settings,
    logFile: join(folder, "directus.log"),
    port,
    readyPath: "/server/ping",
  });
  await openAdsToEverybody(`http://127.0.0.1:${port}`);
  await pin(directus.pid, SERVER_CORE);
  return directus;
}

/** Returns the address of a page of search results with its exact number. */
export function directusSearch({ breed, state }: { breed: string; state: string }): string {
  const parameters = {
    // A permission with a rule would need a license.
    "filter[listed_until][_gt]": "$NOW",
    "filter[breed][_eq]": breed,
    "filter[state][_eq]": state,
    sort: "-created_at,-id",
    limit: "24",
    meta: "filter_count",
  };
  return `/items/ads?${new URLSearchParams(parameters)}`;
}

async function openAdsToEverybody(baseUrl: string): Promise<void> {
  const { access_token } = await post(`${baseUrl}/auth/login`, ADMIN);
  const permission = {
    policy: PUBLIC_POLICY,
    collection: "ads",
    action: "read",
    fields: ["*"],
  };
  await post(`${baseUrl}/permissions`, permission, access_token);
}

/** Returns the `data` of the response. */
async function post(url: string, body: object, token?: string) {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return JSON.parse(text).data;
}
