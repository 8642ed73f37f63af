import type { Db } from "@studbook/db/client";
import { insertAd } from "@studbook/db/queries/ads";
import { insertUser, lockUser, type NewUser } from "@studbook/db/queries/users";
import type { Ad, NewAd } from "@studbook/domain/ad";
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

let names = 0;

/** Adds a Premium member whose membership lasts until 2090, unless told otherwise. */
export async function createOwner(db: Db, user: Partial<NewUser> = {}): Promise<string> {
  const { id } = await insertUser(db, {
    username: `owner${++names}`,
    password: "!",
    membershipTier: "premium",
    membershipExpiresAt: new Date("2090-01-01T00:00:00Z"),
    ...user,
  });
  return id;
}

/** Adds an ad of this owner. */
export function createAd(
  db: Db,
  ownerId: string,
  ad: Partial<NewAd> & { createdAt?: Date } = {},
): Promise<Ad> {
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, ownerId);
    return insertAd(tx, ownerId, {
      dogName: "Ranger",
      breed: "Boxer",
      state: "TX",
      birthdate: "2022-05-14",
      studFee: 900,
      description: "A steady dog.",
      images: [],
      ownerName: "Dale Hutchins",
      ownerEmail: "dale@example.com",
      ownerPhone: null,
      ...ad,
    });
  });
}
