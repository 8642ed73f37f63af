import { join } from "node:path";
import type { Config } from "../config.ts";
import { createDiskStorage } from "./disk-storage.ts";
import type { PhotoStorage } from "./storage.ts";

/** The storage that the settings name: a bucket, or else a folder below DATA_DIR. */
export async function createStorage({
  s3,
  dataDir,
}: Pick<Config, "s3" | "dataDir">): Promise<PhotoStorage> {
  if (!s3) return createDiskStorage(join(dataDir, "photos"));
  const { createS3Storage } = await import("./s3-storage.ts");
  return createS3Storage(s3);
}
