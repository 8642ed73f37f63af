import { join } from "node:path";
import type { Config } from "../config.ts";
import { createDiskStorage } from "./disk-storage.ts";
import type { PhotoStorage } from "./storage.ts";

/** Creates the configured storage: a bucket, or a folder in DATA_DIR. */
export async function createStorage({
  s3,
  dataDir,
}: Pick<Config, "s3" | "dataDir">): Promise<PhotoStorage> {
  if (!s3) return createDiskStorage(join(dataDir, "photos"));
  const { createS3Storage } = await import("./s3-storage.ts");
  return createS3Storage(s3);
}
