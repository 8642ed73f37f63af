import S3rver from "s3rver";
import { createS3Storage } from "./s3-storage.ts";
import type { PhotoStorage } from "./storage.ts";

/** A bucket on a store of its own, which keeps its objects below a folder. */
export async function openTestBucket(
  directory: string,
): Promise<{ storage: PhotoStorage; close: () => Promise<void> }> {
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: "studbook" }],
  });
  const { port } = await server.run();
  const storage = createS3Storage({
    bucket: "studbook",
    region: "us-east-1",
    endpoint: `http://127.0.0.1:${port}`,
    pathStyle: true,
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
  });
  return {
    storage,
    async close() {
      server.httpServer.closeAllConnections();
      await server.close();
    },
  };
}
