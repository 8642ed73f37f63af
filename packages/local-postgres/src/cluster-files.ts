import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { access, chown, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { ClusterLocation } from "./cluster-location.ts";
import { findReason, LocalPostgresError } from "./local-postgres-error.ts";
import { deletePartialFiles, partialPath } from "./partial-files.ts";

const SUPERUSER = "studbook";

/** The name of the Studbook database. */
export const DATABASE = "studbook";

const PASSWORD_FILE = "studbook-password";

/**
 * Creates the cluster's files if they do not exist and returns the superuser's password. The folder is
 * renamed into place when it is complete, so a killed launcher leaves no partial cluster.
 */
export async function ensureCluster(location: ClusterLocation, fsync: boolean): Promise<string> {
  const exists = await access(location.dataDir).then(
    () => true,
    () => false,
  );
  await deletePartialFiles(location.dataDir);
  if (!exists) await createCluster(location, fsync);
  return await readClusterPassword(location.dataDir);
}

/** Returns the superuser's password of an existing cluster. */
export async function readClusterPassword(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, PASSWORD_FILE), "utf8")).trim();
}

/** Returns a connection URL with the superuser's name and password. */
export function clusterUrl(port: number, password: string, database = DATABASE): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

async function createCluster(location: ClusterLocation, fsync: boolean): Promise<void> {
  const partial = partialPath(location.dataDir);
  const passwordFile = `${partial}.password`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { mode: 0o700 });
  await writeFile(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
  for (const path of location.identity ? [partial, passwordFile] : []) {
    await chown(path, location.identity?.uid ?? -1, location.identity?.gid ?? -1);
  }
  try {
    await runInitdb(location, partial, passwordFile, fsync);
    await rename(passwordFile, join(partial, PASSWORD_FILE));
    await rename(partial, location.dataDir);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    await rm(passwordFile, { force: true });
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
  }
}

async function runInitdb(
  location: ClusterLocation,
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
  const initdb = spawn(join(location.binDir, "initdb"), options, {
    ...location.identity,
    cwd: "/",
    env: { LC_ALL: "C" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    initdb.on("error", reject);
    initdb.on("exit", resolve);
  });
  const [code, errors] = await Promise.all([ended, text(initdb.stderr)]);
  if (code !== 0) {
    throw new LocalPostgresError(
      `Cannot create the database in ${location.dataDir}: ${findReason(errors)}`,
    );
  }
}
