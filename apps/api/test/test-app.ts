import { randomUUID } from "node:crypto";
import type { Db } from "@studbook/db/client";
import { insertPhoto } from "@studbook/db/queries/photos";
import { insertSession } from "@studbook/db/queries/sessions";
import type { NewUser } from "@studbook/db/queries/users";
import { createUser, newTestAd } from "@studbook/db/test/factories";
import { photoPath } from "@studbook/domain/photos";
import type { NewAdFields } from "@studbook/domain/schemas/ad";
import type { FastifyInstance } from "fastify";
import pino from "pino";
import { type AppParts, buildApp } from "../src/app.ts";
import { createSessionToken, IDLE_SECONDS } from "../src/auth/lucia.ts";
import { hashPassword, setHashCost } from "../src/auth/passwords.ts";
import { readConfig } from "../src/config.ts";
import { createStripe } from "../src/payments/stripe-client.ts";
import { noOpStorage } from "./no-op-storage.ts";

/** How often race tests repeat; more often in `pnpm test:deep`. */
export const RACE_ROUNDS = Number(process.env.STUDBOOK_RACE_ROUNDS ?? 4);

/** The settings of a test server. Rate limits are off by default. */
export function testConfig(rateLimits: "on" | "off" = "off") {
  return readConfig({
    STUDBOOK_MODE: "demo",
    RATE_LIMITS: rateLimits,
    DATABASE_URL: "postgres://unused/unused",
    PUBLIC_URL: "http://studbook.test",
    // Nothing listens on this port. Tests that pay start a sandbox.
    STRIPE_SANDBOX_PORT: "9",
    STRIPE_WEBHOOK_SECRET: "whsec_of_tests",
  });
}

/** Slots for the many concurrent requests of one network that a limit's test sends, even on a busy machine. */
const PATIENT_SLOTS = { lightMs: 600_000, maxWaitMs: 60_000 };

/** Tests of races need requests that are really processed at once. */
const MANY = 1000;
const PARALLEL_SLOTS = {
  ...PATIENT_SLOTS,
  concurrency: {
    reads: MANY,
    "photo-reads": MANY,
    changes: MANY,
    "sign-ins": MANY,
    payments: MANY,
  },
  changesPerUser: MANY,
};

/** Tests send more requests at once than a server accepts. */
const PATIENT = {
  crawler: 60_000,
  read: 60_000,
  change: 60_000,
  "sign-in": 60_000,
  payment: 60_000,
};

/** Builds a server for tests. By default it is silent, ready and without rate limits. */
export function buildTestApp(db: Db, parts: Partial<AppParts> = {}): Promise<FastifyInstance> {
  const slots = parts.config?.rateLimits ? PATIENT_SLOTS : PARALLEL_SLOTS;
  return buildApp({
    config: testConfig(),
    db,
    storage: noOpStorage,
    stripe: createStripe(testConfig().stripe),
    clock: () => new Date(),
    // Emails stay in the outbox. Tests that send them run the queues.
    enqueue: async () => undefined,
    logger: pino({ level: "silent" }),
    readiness: { state: "ready" },
    ...parts,
    limits: { slots, overload: PATIENT, waitMs: 60_000, ...parts.limits },
  });
}

/** The password of the members that `createMember` creates. */
export const PASSWORD = "right-password";

setHashCost({ memorySize: 8, iterations: 1, parallelism: 1 });

const passwordHash = hashPassword(PASSWORD);

/** Creates and signs in a Premium member with a random username and {@link PASSWORD}. `fields` override the defaults. */
export async function createMember(
  db: Db,
  fields: Partial<NewUser> = {},
): Promise<{ id: string; username: string; cookie: string }> {
  const { id, username } = await createUser(db, {
    username: `member-${randomUUID().slice(0, 8)}`,
    password: await passwordHash,
    ...fields,
  });
  return { id, username, cookie: await signInAs(db, id) };
}

/** Creates and signs in an admin. */
export async function createAdmin(db: Db): Promise<{ id: string; cookie: string }> {
  const { id } = await createUser(db, {
    isAdmin: true,
    membershipTier: null,
    membershipExpiresAt: null,
  });
  return { id, cookie: await signInAs(db, id) };
}

/** Signs a user in without a password. Returns the `Cookie` header for their requests. */
export async function signInAs(db: Db, userId: string): Promise<string> {
  const { token, sid } = createSessionToken();
  await insertSession(db, { sid, userId, idleSeconds: IDLE_SECONDS });
  return `studbook=${token}`;
}

/** Returns the fields of a new ad with one photo that the user has uploaded. */
export async function newAdFields(db: Db, userId: string): Promise<NewAdFields> {
  const photo = await insertPhoto(db, { id: randomUUID(), userId, width: 4, height: 3, bytes: 9 });
  return { ...newTestAd, images: [photoPath(photo.id, 1600)] };
}
