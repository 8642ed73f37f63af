import { createHash } from "node:crypto";
import {
  access,
  chmod,
  cp,
  lstat,
  mkdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { findPackagedPostgres } from "./packaged-postgres.ts";

/** Where a cluster's data and its programs are, and as whom PostgreSQL runs, if not as we do. */
export type ClusterPlace = {
  dataDir: string;
  binDir: string;
  identity: { uid: number; gid: number } | undefined;
};

const NOBODY = { uid: 65534, gid: 65534 };
const SHARED = "/var/tmp";

/**
 * Decides where the cluster wanted at `dataDir` lives. PostgreSQL refuses to run as root, and the
 * user it then runs as may not reach a folder below a private one: data and programs go under
 * /var/tmp instead, and a file `{dataDir}.location` says where, so that they are found again.
 */
export async function placeCluster(dataDir: string): Promise<ClusterPlace> {
  const wanted = resolve(dataDir);
  await mkdir(dirname(wanted), { recursive: true });
  const known = await findClusterFolder(wanted);
  const identity = await identityFor(known);
  const binDir = join(await placePrograms(identity), "bin");
  if (!identity || known !== wanted || (await canReach(dirname(wanted), identity))) {
    return { dataDir: known, binDir, identity };
  }
  const folder = await claimFolder(`studbook-${digest(wanted)}`);
  await writeFile(pointerOf(wanted), join(folder, basename(wanted)));
  return { dataDir: join(folder, basename(wanted)), binDir, identity };
}

/** Where the cluster wanted at `dataDir` is, or would be made. */
export async function findClusterFolder(dataDir: string): Promise<string> {
  const wanted = resolve(dataDir);
  const kept = await readIfThere(pointerOf(wanted));
  return kept !== undefined && (await isThere(kept)) ? kept : wanted;
}

function pointerOf(wanted: string): string {
  return `${wanted}.location`;
}

async function identityFor(dataDir: string): Promise<ClusterPlace["identity"]> {
  const us = process.getuid?.();
  const owner = (await isThere(dataDir)) ? await stat(dataDir) : undefined;
  if (us === 0) return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY;
  if (owner && us !== undefined && owner.uid !== us) {
    throw new Error(
      `The database in ${dataDir} belongs to another user (uid ${owner.uid}). ` +
        "Start as that user or as root, or remove it to begin with an empty one.",
    );
  }
  return undefined;
}

async function placePrograms(identity: ClusterPlace["identity"]): Promise<string> {
  const { folder, version } = findPackagedPostgres();
  if (!identity || (await canReach(folder, identity))) return folder;
  const home = await claimFolder(`studbook-postgres-${version}-${digest(folder)}`);
  const copy = join(home, "native");
  if (await isThere(copy)) return copy;
  const unfinished = join(home, `native.${process.pid}`);
  await cp(folder, unfinished, { recursive: true, verbatimSymlinks: true });
  await rename(unfinished, copy).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true });
    if (!(await isThere(copy))) throw error;
  });
  return copy;
}

// Anybody may create names in /var/tmp, so one that is not ours is refused.
async function claimFolder(name: string): Promise<string> {
  const folder = join(SHARED, name);
  await mkdir(folder, { recursive: true });
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    throw new Error(`${folder} belongs to somebody else; remove it and start again.`);
  }
  await chmod(folder, 0o755);
  return folder;
}

async function canReach(folder: string, who: { uid: number; gid: number }): Promise<boolean> {
  const { mode, uid, gid } = await stat(folder);
  const bit = uid === who.uid ? 0o100 : gid === who.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  return dirname(folder) === folder || (await canReach(dirname(folder), who));
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

async function readIfThere(path: string): Promise<string | undefined> {
  return (await isThere(path)) ? (await readFile(path, "utf8")).trim() : undefined;
}
