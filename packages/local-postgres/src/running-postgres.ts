import { clusterUrl, readClusterPassword } from "./cluster-files.ts";
import { findClusterFolder } from "./cluster-place.ts";
import { findPostmaster, servesCluster } from "./postmaster.ts";

/**
 * The address of the database on the packaged PostgreSQL that runs on `dataDir` now, started by another
 * process; undefined when none does. Starts nothing.
 */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const folder = await findClusterFolder(dataDir);
  const postmaster = await findPostmaster(folder);
  if (!postmaster) return undefined;
  const url = clusterUrl(postmaster.port, await readClusterPassword(folder));
  return (await servesCluster(url, folder)) ? url : undefined;
}
