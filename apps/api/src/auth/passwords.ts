import { availableParallelism } from "node:os";
import { Argon2id } from "oslo/password";
import type { Context } from "../context.ts";
import { type Caller, createFairGate } from "../fair-gate.ts";
import { neighborhoodOf, networksOf } from "../http/network.ts";

type HashCost = { memorySize: number; iterations: number; parallelism: number };

/** OWASP's recommendation for Argon2id: 19 MiB, two passes, one lane. */
export const RECOMMENDED_COST: HashCost = { memorySize: 19_456, iterations: 2, parallelism: 1 };

let argon2id = new Argon2id(RECOMMENDED_COST);

export const MAX_CONCURRENT_HASHES = Math.max(1, Math.floor(availableParallelism() / 2));

// Hashing runs on the threads that also read files, so 200 hashes at once would starve a server for seconds. While
// sign-ins queue, each slot rests twice as long as it hashed, to leave CPU time for other requests. It rests less if
// many networks wait, so that legitimate sign-ins among them do not wait too long.
export const hashQueue = createFairGate({
  name: "hash",
  concurrency: MAX_CONCURRENT_HASHES,
  maxWaiting: 400,
  maxWaitingPerNeighborhood: 32,
  maxWaitMs: 20_000,
  restFactor: 2,
  minRestFactor: 1,
  targetWaitMs: 5_000,
});

/** Throws DomainError BUSY if the queue has no room for this caller. */
export const ensureHashQueueRoom = hashQueue.ensureRoom;

type CallerContext = Pick<Context, "address" | "closed" | "releaseSlot">;

/** A caller that is identified only by its network. */
export function anonymousCaller({ address, closed, releaseSlot }: CallerContext): Caller {
  return {
    lane: "anonymous",
    owner: networksOf(address).network,
    neighborhood: neighborhoodOf(address),
    closed: closed(),
    releaseSlot,
  };
}

/** A signed-in user or a known device. A flood of anonymous callers does not delay these. */
export function knownCaller(
  { address, closed, releaseSlot }: CallerContext,
  userId: string,
): Caller {
  return {
    lane: "known",
    owner: userId,
    neighborhood: neighborhoodOf(address),
    closed: closed(),
    releaseSlot,
  };
}

const STUDBOOK: Caller = { lane: "known", owner: "studbook" };

const createDummyHash = () => hashPassword("the password of nobody");

// Created before the first request, so that no caller waits for it or finds the queue full.
let dummyHash = createDummyHash();

/** Sets the cost of the hashes that this process creates from now on. Only tests lower it. */
export function setHashCost(cost: HashCost): void {
  argon2id = new Argon2id(cost);
  dummyHash = createDummyHash();
}

/** Returns the hash of a password. Throws DomainError BUSY if too many callers wait. */
export function hashPassword(password: string, caller = STUDBOOK): Promise<string> {
  return hashQueue.run(caller, () => argon2id.hash(password));
}

/**
 * Returns whether a password matches the stored hash. No password matches an undefined hash, that of an unknown user,
 * but the check takes equally long. Throws DomainError BUSY if too many callers wait.
 */
export async function verifyPassword(
  hash: string | undefined,
  password: string,
  caller = STUDBOOK,
): Promise<boolean> {
  const known = hash?.startsWith("$argon2id$") ? hash : undefined;
  const against = known ?? (await dummyHash);
  const matches = await hashQueue.run(caller, () => argon2id.verify(against, password));
  return known !== undefined && matches;
}
