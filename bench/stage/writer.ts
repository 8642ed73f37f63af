import { setTimeout as delay } from "node:timers/promises";
import { createMember, newAdFields } from "@studbook/api/test/test-app";
import { createDb, type Db } from "@studbook/db/client";
import type { Breed } from "@studbook/domain/breeds";
import type { StateCode } from "@studbook/domain/states";
import { call } from "../client.ts";
import type { Database } from "./databases.ts";

const PER_SECOND = 10;

/** A Premium member who changes listings through the REST API. */
export type Writer = {
  /** Starts to list a dog, edit it and delete it, ten changes per second. Returns a function that ends it. */
  start(): () => Promise<void>;
  close(): Promise<void>;
};

/** Creates and signs in the member, whose listings all have this breed and state. */
export async function createWriter(
  database: Database,
  baseUrl: string,
  place: { breed: Breed; state: StateCode },
): Promise<Writer> {
  const db = createDb({ url: database.ownerUrl, poolSize: 1, onPoolError: () => undefined });
  const member = await createMember(db);
  return {
    start() {
      const stopping = new AbortController();
      const writing = write(db, baseUrl, member, place, stopping.signal);
      return async () => {
        stopping.abort();
        await writing;
      };
    },
    close: () => db.destroy(),
  };
}

/** @throws Error if a change fails */
async function write(
  db: Db,
  baseUrl: string,
  { id: userId, cookie }: { id: string; cookie: string },
  place: { breed: Breed; state: StateCode },
  signal: AbortSignal,
): Promise<void> {
  const send = async (method: string, path: string, body?: object) => {
    const waited = delay(1000 / PER_SECOND);
    const reply = await call(baseUrl + path, { method, cookie, ...(body && { body }) });
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
    await waited;
    return reply.text;
  };
  while (!signal.aborted) {
    const fields = { ...(await newAdFields(db, userId)), ...place };
    const { id } = JSON.parse(await send("POST", "/api/ads", fields));
    await send("PATCH", `/api/ads/${id}`, { studFee: 501 });
    await send("DELETE", `/api/ads/${id}`);
  }
}
