import { randomUUID } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NewUser } from "@studbook/db/queries/users";
import { createUser } from "@studbook/db/test/factories";
import type { LightMyRequestResponse } from "fastify";
import sharp from "sharp";
import { afterAll } from "vitest";
import { createDiskStorage } from "../src/photos/disk-storage.ts";
import { signInAs } from "./test-app.ts";
import { useTestApp } from "./use-test-app.ts";

/** A file to upload, as a browser's form sends it. */
export type TestFile = { name: string; data: Uint8Array; field?: string };

export const UPLOAD = "/api/upload-images";

/** A server with a database and a folder of photos of its own, for the tests of one file. */
export function useUploadSite() {
  const root = join(tmpdir(), `studbook-uploads-${randomUUID()}`);
  afterAll(() => rm(root, { recursive: true, force: true }));
  const storage = createDiskStorage(root);
  const site = useTestApp({ parts: { storage } });
  return Object.assign(site, {
    root,
    storage,
    async createMember(fields: Partial<NewUser> = {}): Promise<{ userId: string; cookie: string }> {
      const { id } = await createUser(site.db, fields);
      return { userId: id, cookie: await signInAs(site.db, id) };
    },
    async upload(cookie: string, files: readonly TestFile[]): Promise<LightMyRequestResponse> {
      const { payload, headers } = await multipartOf(files);
      const sent = { ...headers, cookie };
      return site.app.inject({ method: "POST", url: UPLOAD, headers: sent, payload });
    },
    /** How many files all photos have, finished or not. */
    async countFiles(): Promise<number> {
      const names = await readdir(root, { recursive: true });
      return names.filter((name) => name.includes(".webp")).length;
    },
    /** How many files a user has tried to upload. */
    async countAttempts(userId: string): Promise<number> {
      return (await site.run("select from upload_attempts where user_id = $1", [userId])).length;
    },
    /** How many photos the database has of a user. */
    async countPhotos(userId: string): Promise<number> {
      const rows = await site.run("select from photos where user_id = $1", [userId]);
      return rows.length;
    },
  });
}

/** A multipart body with these files, and the header that belongs to it. */
export async function multipartOf(files: readonly TestFile[]): Promise<{
  payload: Buffer<ArrayBuffer>;
  headers: { "content-type": string };
}> {
  const form = new FormData();
  for (const { name, data, field = "images" } of files) {
    form.append(field, new Blob([new Uint8Array(data)], { type: "image/jpeg" }), name);
  }
  const body = new Response(form);
  const type = body.headers.get("content-type") ?? "";
  return { payload: Buffer.from(await body.arrayBuffer()), headers: { "content-type": type } };
}

/** A picture of one colour. */
export function plainPicture(width: number, height: number, background = "#24503f") {
  return sharp({ create: { width, height, channels: 3, background } });
}

/** A small JPEG to upload. */
export async function smallFile(name = "small.jpg"): Promise<TestFile> {
  return { name, data: await plainPicture(40, 30).jpeg().toBuffer() };
}
