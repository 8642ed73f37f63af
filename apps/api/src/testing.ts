import { randomUUID } from "node:crypto";
import type { Db } from "@studbook/db/client";
import { insertPhoto } from "@studbook/db/queries/photos";
import { insertSession } from "@studbook/db/queries/sessions";
import { newTestAd } from "@studbook/db/test-factories";
import type { NewAdFields } from "@studbook/domain/ad";
import { photoPath } from "@studbook/domain/photos";
import type { FastifyInstance } from "fastify";
import pino from "pino";
import { type AppParts, buildApp } from "./app.ts";
import { createSessionToken, IDLE_SECONDS } from "./auth/lucia.ts";
import { readConfig } from "./config.ts";
import type { PhotoStorage } from "./photos/storage.ts";

export const noPhotos: PhotoStorage = {
  write: async () => undefined,
  open: async () => undefined,
  remove: async () => undefined,
};

/** Settings as tests use them, with limits on tries when asked. */
export function testConfig(rateLimits: "on" | "off" = "off") {
  return readConfig({
    STUDBOOK_MODE: "demo",
    RATE_LIMITS: rateLimits,
    DATABASE_URL: "postgres://unused/unused",
    PUBLIC_URL: "http://studbook.test",
  });
}

/** The server as tests use it: silent, ready and without limits on calls, unless told otherwise. */
export function buildTestApp(db: Db, parts: Partial<AppParts> = {}): Promise<FastifyInstance> {
  return buildApp({
    config: testConfig(),
    db,
    storage: noPhotos,
    clock: () => new Date(),
    logger: pino({ level: "silent" }),
    readiness: { state: "ready" },
    ...parts,
  });
}

/** Signs a user in without a password; the `Cookie` header of a request of theirs. */
export async function signInAs(db: Db, userId: string): Promise<string> {
  const { token, sid } = createSessionToken();
  await insertSession(db, { sid, userId, idleSeconds: IDLE_SECONDS });
  return `studbook=${token}`;
}

/** The fields of an ad with one photo that this user has uploaded. */
export async function newAdFields(db: Db, userId: string): Promise<NewAdFields> {
  const photo = await insertPhoto(db, { id: randomUUID(), userId, width: 4, height: 3, bytes: 9 });
  return { ...newTestAd, images: [photoPath(photo.id, 1600)] };
}
