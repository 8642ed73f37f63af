import type { Db, Tx } from "@studbook/db/client";
import { findDeviceUserId, insertDevice, touchDevice } from "@studbook/db/queries/devices";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { readDeviceToken, setDeviceCookie } from "./cookie.ts";
import { createSessionToken, hashToken } from "./lucia.ts";

/**
 * The browser of one request, as an account that was signed in to there remembers it. Wrong passwords that others
 * try do not lock it out. It signs nobody in.
 */
export type Device = {
  /** The account that remembers the device, and under what; undefined if none does. One query with a cookie, none without. */
  find(db: Db): Promise<{ hash: string; userId: string } | undefined>;
  /**
   * Makes this account remember the device. Calling what it returns, once that is committed, hands the browser its
   * cookie. The caller has locked the user.
   */
  remember(tx: Tx, userId: string): Promise<() => void>;
};

/** The device that a request comes from. */
export function openDevice(config: Config, request: FastifyRequest, reply: FastifyReply): Device {
  const token = readDeviceToken(request, config);
  const hash = token && hashToken(token);
  return {
    async find(db) {
      const userId = hash && (await findDeviceUserId(db, hash));
      return userId ? { hash, userId } : undefined;
    },
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
