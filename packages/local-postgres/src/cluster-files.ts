import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { access, chown, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { ClusterPlace } from "./cluster-place.ts";

const SUPERUSER = "studbook";

/** The database that Studbook keeps its tables in. */
export const DATABASE = "studbook";

const PASSWORD_FILE = "studbook-password";
const LAUNCHER_FILE = "studbook-launcher";

/**
 * Makes the cluster's files unless they are there, and returns the superuser's password. They
 * appear under their name when they are complete, so a launcher that was killed leaves no half one.
 */
export async function ensureCluster(place: ClusterPlace, fsync: boolean): Promise<string> {
  const exists = await access(place.dataDir).then(
    () => true,
    () => false,
  );
  if (!exists) await createCluster(place, fsync);
  return await readClusterPassword(place.dataDir);
}

/** The superuser's password of a cluster that is there. */
export async function readClusterPassword(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, PASSWORD_FILE), "utf8")).trim();
}

/** The address of a database on the cluster's server, with the superuser's name and password. */
export function clusterUrl(port: number, password: string, database = DATABASE): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

/** The process that started the cluster's server or took it over. */
export async function findLauncher(dataDir: string): Promise<number | undefined> {
  const content = await readFile(join(dataDir, LAUNCHER_FILE), "utf8").catch(() => "");
  return Number(content) || undefined;
}

export async function claimAsLauncher(dataDir: string): Promise<void> {
  await writeFile(join(dataDir, LAUNCHER_FILE), String(process.pid));
}

async function createCluster(place: ClusterPlace, fsync: boolean): Promise<void> {
  const unfinished = `${place.dataDir}.${process.pid}`;
  const passwordFile = `${unfinished}.password`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
  for (const path of place.identity ? [unfinished, passwordFile] : []) {
    await chown(path, place.identity?.uid ?? -1, place.identity?.gid ?? -1);
  }
  try {
    await runInitdb(place, unfinished, passwordFile, fsync);
    await rename(passwordFile, join(unfinished, PASSWORD_FILE));
    await rename(unfinished, place.dataDir);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    await rm(passwordFile, { force: true });
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
  }
}

async function runInitdb(
  place: ClusterPlace,
  folder: string,
  passwordFile: string,
  fsync: boolean,
): Promise<void> {
  const options = [
    `--pgdata=${folder}`,
    `--username=${SUPERUSER}`,
    "--auth=scram-sha-256",
    `--pwfile=${passwordFile}`,
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
    ...(fsync ? [] : ["--no-sync"]),
  ];
  const initdb = spawn(join(place.binDir, "initdb"), options, {
    ...place.identity,
    cwd: "/",
    env: { LC_ALL: "C" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    initdb.on("error", reject);
    initdb.on("exit", resolve);
  });
  const [code, complaint] = await Promise.all([ended, text(initdb.stderr)]);
  if (code !== 0) throw new Error(`initdb failed (${code}): ${complaint.trim()}`);
}
