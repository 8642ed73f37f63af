import type { FastifyRequest } from "fastify";
import { findRecentUser } from "../auth/recent-sessions.ts";
import type { Config } from "../config.ts";
import type { QueueKey } from "../fair-queue.ts";
import { addressOf, neighborhoodOf, networksOf } from "./network.ts";

/** Where a request waits. */
export function keyOf(request: FastifyRequest, site: Pick<Config, "publicUrl">): QueueKey {
  const key = anonymousKeyOf(addressOf(request));
  const userId = findRecentUser(request, site);
  return userId === undefined ? key : { ...key, lane: "known", owner: userId };
}

/** Where a request without a session waits. */
export function anonymousKeyOf(address: string): QueueKey {
  const { network } = networksOf(address);
  return { lane: "anonymous", owner: network, neighborhood: neighborhoodOf(address) };
}
