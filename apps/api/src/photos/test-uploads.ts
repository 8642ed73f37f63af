import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createUser } from "@studbook/db/test-factories";
import { createTestDb, type TestDb } from "@studbook/db/testing";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import sharp from "sharp";
import { buildTestApp, signInAs } from "../testing.ts";
import { createDiskStorage } from "./disk-storage.ts";

/** A file to upload, as a browser's form sends it. */
export type TestFile = { name: string; data: Uint8Array; field?: string };

type Member = { userId: string; cookie: string };

/** A server with a database and a folder of photos of its own. */
export type UploadSite = {
  test: TestDb;
  app: FastifyInstance;
  root: string;
  createMember(): Promise<Member>;
  upload(cookie: string, files: readonly TestFile[]): Promise<LightMyRequestResponse>;
  /** How many files all photos have, finished or not. */
  countFiles(): Promise<number>;
  close(): Promise<void>;
};

export const UPLOAD = "/api/upload-images";

export async function openUploadSite(): Promise<UploadSite> {
  const test = await createTestDb();
  const { db } = test;
  const root = await mkdtemp(join(tmpdir(), "studbook-uploads-"));
  const app = await buildTestApp(db, { storage: createDiskStorage(root) });
  return {
    test,
    app,
    root,
    async createMember() {
      const { id } = await createUser(db);
      return { userId: id, cookie: await signInAs(db, id) };
    },
    async upload(cookie, files) {
      const { payload, headers } = await multipartOf(files);
      return app.inject({ method: "POST", url: UPLOAD, headers: { ...headers, cookie }, payload });
    },
    async countFiles() {
      const names = await readdir(root, { recursive: true });
      return names.filter((name) => name.includes(".webp")).length;
    },
    async close() {
      await app.close();
      await test.drop();
      await rm(root, { recursive: true, force: true });
    },
  };
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
