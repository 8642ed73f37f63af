import type { Db, Tx } from "@studbook/db/client";
import { findDeviceUserId, insertDevice, touchDevice } from "@studbook/db/queries/devices";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { readDeviceToken, setDeviceCookie } from "./cookie.ts";
import { createSessionToken, hashToken } from "./lucia.ts";

/**
 * A browser that signed in to an account before. Failed sign-ins from elsewhere do not lock it out. Its cookie does not
 * sign anyone in.
 */
export type Device = {
  /**
   * Returns the account that remembers the device and the hash of its token, or undefined if no account does. Makes one
   * query if the request has a device cookie, otherwise none.
   */
  find(db: Db): Promise<{ hash: string; userId: string } | undefined>;
  /**
   * Makes an account remember the device. The caller must have locked the user. Call the returned function after the
   * transaction is committed: it sets the cookie.
   */
  remember(tx: Tx, userId: string): Promise<() => void>;
};

/** Returns the device that sent a request. */
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
