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
const SILENCE_MS = 10_000;

/** Only the server decides who may see a photo, so no cache may keep what it reads from the bucket itself. */
const METADATA = { ContentType: "image/webp", CacheControl: "private, no-store" };

/** Photos as objects of a private bucket, `photos/{photoId}/800.webp`. */
export function createS3Storage(settings: S3Settings): PhotoStorage {
  const { bucket, region, endpoint, pathStyle, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint }),
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
    // Some stores do not know the checksums that the client would add by itself.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const objectOf = (key: string) => ({ Bucket: bucket, Key: `photos/${key}` });
  return {
    async write(key, data) {
      const taken = await orMissing(client.send(new HeadObjectCommand(objectOf(key))));
      if (taken) throw new Error(`There is an object under ${key} already`);
      await client.send(
        new PutObjectCommand({
          ...objectOf(key),
          Body: data,
          ...METADATA,
        }),
      );
    },
    async open(key) {
      const found = await orMissing(client.send(new GetObjectCommand(objectOf(key))));
      if (!found) return undefined;
      const { Body: body, ContentLength: bytes } = found;
      if (body instanceof Readable && bytes !== undefined) return { body, bytes };
      throw new Error("The object store answered without a body or its length");
    },
    async makePrivate(photoId) {
      const copies = PHOTO_WIDTHS.map((width) => {
        const object = objectOf(photoKey(photoId, width));
        const CopySource = `${bucket}/${object.Key}`;
        const copy = { ...object, ...METADATA, CopySource, MetadataDirective: "REPLACE" } as const;
        return orMissing(client.send(new CopyObjectCommand(copy)));
      });
      await Promise.all(copies);
    },
    async remove(photoId) {
      const keys = PHOTO_WIDTHS.map((width) => photoKey(photoId, width));
      await Promise.all(keys.map((key) => client.send(new DeleteObjectCommand(objectOf(key)))));
    },
  };
}

async function orMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) {
      return undefined;
    }
    throw error;
  }
}
