import { Readable } from "node:stream";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { PHOTO_WIDTHS } from "@studbook/domain/photos";
import type { S3Settings } from "../config.ts";
import { type PhotoStorage, photoKey } from "./storage.ts";

const CONNECT_MS = 3000;
const IDLE_MS = 10_000;

/** Only the server decides who may see a photo, so caches may not store responses of the bucket. */
const METADATA = { ContentType: "image/webp", CacheControl: "private, no-store" };

/** Stores photos as objects in a private bucket, `photos/{photoId}/800.webp`. */
export function createS3Storage(settings: S3Settings): PhotoStorage {
  const { bucket, region, endpoint, pathStyle, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint }),
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: IDLE_MS },
    // Some stores do not support the checksums that the client adds by default.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const objectOf = (key: string) => ({ Bucket: bucket, Key: `photos/${key}` });
  return {
    async write(key, data) {
      const existing = await undefinedIfMissing(client.send(new HeadObjectCommand(objectOf(key))));
      if (existing) throw new Error(`The object ${key} already exists`);
      await client.send(
        new PutObjectCommand({
          ...objectOf(key),
          Body: data,
          ...METADATA,
        }),
      );
    },
    async open(key) {
      const object = await undefinedIfMissing(client.send(new GetObjectCommand(objectOf(key))));
      if (!object) return undefined;
      const { Body: body, ContentLength: bytes } = object;
      if (body instanceof Readable && bytes !== undefined) return { body, bytes };
      throw new Error("The object store returned no body or no Content-Length");
    },
    async makePrivate(photoId) {
      const copies = PHOTO_WIDTHS.map((width) => {
        const object = objectOf(photoKey(photoId, width));
        const CopySource = `${bucket}/${object.Key}`;
        const copy = { ...object, ...METADATA, CopySource, MetadataDirective: "REPLACE" } as const;
        return undefinedIfMissing(client.send(new CopyObjectCommand(copy)));
      });
      await Promise.all(copies);
    },
    async remove(photoId) {
      const keys = PHOTO_WIDTHS.map((width) => photoKey(photoId, width));
      await Promise.all(keys.map((key) => client.send(new DeleteObjectCommand(objectOf(key)))));
    },
  };
}

/** Returns undefined for a 404. */
async function undefinedIfMissing<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) {
      return undefined;
    }
    throw error;
  }
}
