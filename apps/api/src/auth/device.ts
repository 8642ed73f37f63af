import type { Db, Tx } from "@studbook/db/client";
import { insertDevice, isDeviceOf, touchDevice } from "@studbook/db/queries/devices";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { readDeviceToken, setDeviceCookie } from "./cookie.ts";
import { createSessionToken, hashToken } from "./lucia.ts";

/**
 * The browser of one request, as an account that was signed in to there remembers it. Wrong passwords that others
 * try do not lock it out. It signs nobody in.
 */
export type Device = {
  /** Whether the request came with a device's cookie, of whatever account. */
  hasCookie: boolean;
  /**
   * Under what this account remembers the device; undefined if it does not. Takes the same work for an account that
   * does not exist.
   */
  findHash(db: Db, userId: string | undefined): Promise<string | undefined>;
  /**
   * Makes this account remember the device. Calling what it returns, once that is committed, hands the browser its
   * cookie. The caller has locked the user.
   */
  remember(tx: Tx, userId: string): Promise<() => void>;
};

const NOBODY = "00000000-0000-0000-0000-000000000000";

/** The device that a request comes from. */
export function openDevice(config: Config, request: FastifyRequest, reply: FastifyReply): Device {
  const token = readDeviceToken(request, config);
  const hash = token && hashToken(token);
  return {
    hasCookie: hash !== undefined,
    findHash: async (db, userId = NOBODY) =>
      hash && (await isDeviceOf(db, { hash, userId })) ? hash : undefined,
    async remember(tx, userId) {
      if (token && hash && (await touchDevice(tx, { hash, userId }))) {
        return () => setDeviceCookie(reply, config, token);
      }
      const next = createSessionToken();
      await insertDevice(tx, { hash: next.sid, userId });
      return () => setDeviceCookie(reply, config, next.token);
    },
  };
}
