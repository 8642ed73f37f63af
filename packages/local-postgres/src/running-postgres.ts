import { clusterUrl, readClusterPassword } from "./cluster-files.ts";
import { resolveClusterFolder } from "./cluster-location.ts";
import { findPostmaster } from "./postmaster.ts";

/** Returns the URL of the database if a packaged PostgreSQL runs on `dataDir`, responding or not, else undefined. */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const folder = await resolveClusterFolder(dataDir);
  const postmaster = await findPostmaster(folder);
  if (!postmaster) return undefined;
  return clusterUrl(postmaster.port, await readClusterPassword(folder));
}
