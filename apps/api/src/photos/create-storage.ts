import { join } from "node:path";
import type { Config } from "../config.ts";
import { createDiskStorage, partialFolder } from "./disk-storage.ts";
import type { PhotoStorage } from "./storage.ts";

/** Returns the folder of uploads that have not been stored yet. */
export function spoolFolder(dataDir: string): string {
  return join(dataDir, "uploads");
}

/** Lists the folders in which a killed server can leave unfinished files. */
export function listPartialFolders(dataDir: string): string[] {
  return [spoolFolder(dataDir), partialFolder(photoFolder(dataDir))];
}

function photoFolder(dataDir: string): string {
  return join(dataDir, "photos");
}

/** Creates the configured storage: a bucket, or a folder in DATA_DIR. */
export async function createStorage({
  s3,
  dataDir,
}: Pick<Config, "s3" | "dataDir">): Promise<PhotoStorage> {
  if (!s3) return createDiskStorage(photoFolder(dataDir));
  const { createS3Storage } = await import("./s3-storage.ts");
  return createS3Storage(s3);
}
