import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import S3rver from "s3rver";
import { createS3Storage } from "../src/photos/s3-storage.ts";
import type { PhotoStorage } from "../src/photos/storage.ts";

const BUCKET = "studbook";

type TestBucket = {
  storage: PhotoStorage;
  /** Stores a file as earlier versions did. */
  putImmutable(key: string, data: Uint8Array): Promise<void>;
  /** Returns an object's metadata and content. */
  read(key: string): Promise<{ caching: string; type: string; text: string }>;
  close: () => Promise<void>;
};

/** Starts an object store with one bucket that stores objects in a folder. */
export async function openTestBucket(directory: string): Promise<TestBucket> {
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await server.run();
  const settings = {
    region: "us-east-1",
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
  };
  const { accessKeyId, secretAccessKey, ...connection } = settings;
  const client = new S3Client({
    ...connection,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const objectOf = (key: string) => ({ Bucket: BUCKET, Key: `photos/${key}` });
  return {
    storage: createS3Storage({ ...settings, bucket: BUCKET, pathStyle: true }),
    async putImmutable(key, data) {
      const metadata = {
        ContentType: "image/webp",
        CacheControl: "public, max-age=31536000, immutable",
      };
      await client.send(new PutObjectCommand({ ...objectOf(key), ...metadata, Body: data }));
    },
    async read(key) {
      const object = await client.send(new GetObjectCommand(objectOf(key)));
      const content = (await object.Body?.transformToString()) ?? "";
      return { caching: object.CacheControl ?? "", type: object.ContentType ?? "", text: content };
    },
    async close() {
      client.destroy();
      server.httpServer.closeAllConnections();
      await server.close();
    },
  };
}
