import { randomBytes, randomUUID } from "node:crypto";
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

/** A file of an upload form. */
export type TestFile = { name: string; data: Uint8Array; field?: string };

export const UPLOAD = "/api/upload-images";

const WAIT_MS = 120_000;

/** Long enough that a busy machine never refuses an upload because it has waited too long. */
export const PATIENT_UPLOADS = {
  waitMs: WAIT_MS,
  diskMs: WAIT_MS,
  storeMs: WAIT_MS,
  removeMs: WAIT_MS,
};

/** Starts a server with a separate database and photo folder for the tests of one file. */
export function useUploadSite() {
  const root = join(tmpdir(), `studbook-uploads-${randomUUID()}`);
  afterAll(() => rm(root, { recursive: true, force: true }));
  const storage = createDiskStorage(root);
  const site = useTestApp({ parts: { storage, uploadLimits: PATIENT_UPLOADS } });
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
    /** Counts the files of all photos, including temporary ones. */
    async countFiles(): Promise<number> {
      const names = await readdir(root, { recursive: true });
      return names.filter((name) => /\.(?:webp|part)$/.test(name)).length;
    },
    /** Counts a user's upload attempts. */
    async countAttempts(userId: string): Promise<number> {
      return (await site.run("select from upload_attempts where user_id = $1", [userId])).length;
    },
    /** Counts a user's photos in the database. */
    async countPhotos(userId: string): Promise<number> {
      const rows = await site.run("select from photos where user_id = $1", [userId]);
      return rows.length;
    },
  });
}

/** Builds a multipart body with these files and its Content-Type header. */
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

/** An image of one color. */
export function plainPicture(width: number, height: number, background = "#24503f") {
  return sharp({ create: { width, height, channels: 3, background } });
}

/** A small JPEG to upload. */
export async function smallFile(name = "small.jpg"): Promise<TestFile> {
  return { name, data: await plainPicture(40, 30).jpeg().toBuffer() };
}

/** An image that hardly compresses. */
export function noisyPicture(width: number, height: number) {
  const raw = { width, height, channels: 3 } as const;
  return sharp(randomBytes(width * height * 3), { raw });
}
