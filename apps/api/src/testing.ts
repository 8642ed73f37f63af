import type { Db } from "@studbook/db/client";
import type { FastifyInstance } from "fastify";
import pino from "pino";
import { type AppParts, buildApp } from "./app.ts";
import { readConfig } from "./config.ts";
import type { PhotoStorage } from "./photos/storage.ts";

const noPhotos: PhotoStorage = {
  write: async () => undefined,
  open: async () => undefined,
  remove: async () => undefined,
};

/** The server as tests use it: silent, ready and without limits on calls, unless told otherwise. */
export function buildTestApp(db: Db, parts: Partial<AppParts> = {}): Promise<FastifyInstance> {
  return buildApp({
    config: readConfig({
      STUDBOOK_MODE: "demo",
      RATE_LIMITS: "off",
      DATABASE_URL: "postgres://unused/unused",
      PUBLIC_URL: "http://studbook.test",
    }),
    db,
    storage: noPhotos,
    clock: () => new Date(),
    logger: pino({ level: "silent" }),
    readiness: { state: "ready" },
    ...parts,
  });
}
