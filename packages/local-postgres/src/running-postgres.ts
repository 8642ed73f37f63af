import { clusterUrl, readClusterPassword } from "./cluster-files.ts";
import { resolveClusterFolder } from "./cluster-location.ts";
import { findPostmaster, servesCluster } from "./postmaster.ts";

/** Returns the URL of the database if a packaged PostgreSQL already runs on `dataDir`, else undefined. */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const folder = await resolveClusterFolder(dataDir);
  const postmaster = await findPostmaster(folder);
  if (!postmaster) return undefined;
  const url = clusterUrl(postmaster.port, await readClusterPassword(folder));
  return (await servesCluster(url, folder)) ? url : undefined;
}
