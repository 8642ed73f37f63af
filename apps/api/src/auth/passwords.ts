import { availableParallelism } from "node:os";
import { Argon2id } from "oslo/password";
import type { Context } from "../context.ts";
import { type Caller, createFairGate } from "../fair-gate.ts";
import { neighborhoodOf, networksOf } from "../http/network.ts";

type HashCost = { memorySize: number; iterations: number; parallelism: number };

/** OWASP's recommendation for Argon2id: 19 MiB, two passes, one lane. */
export const RECOMMENDED_COST: HashCost = { memorySize: 19_456, iterations: 2, parallelism: 1 };

let argon2id = new Argon2id(RECOMMENDED_COST);

export const HASHES_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));

// Hashing runs on the threads that also read files: 200 at once starve a server for seconds. While
// sign-ins queue, a core that hashes rests twice as long, or it would be lost to everything else; when
// many networks wait, it rests less, so that honest sign-ins among them do not wait too long.
export const hashQueue = createFairGate({
  name: "hash",
  concurrency: HASHES_AT_ONCE,
  maxWaiting: 400,
  maxWaitingPerNeighborhood: 32,
  maxWaitMs: 20_000,
  restFactor: 2,
  minRestFactor: 1,
  targetWaitMs: 5_000,
});

/** Throws DomainError BUSY when the queue has no room for this caller. */
export const ensureHashing = hashQueue.ensureRoom;

type CallerContext = Pick<Context, "address" | "closed" | "releaseSlot">;

/** A caller of whom only the network is known. */
export function anonymousCaller({ address, closed, releaseSlot }: CallerContext): Caller {
  return {
    lane: "anonymous",
    owner: networksOf(address).own,
    neighborhood: neighborhoodOf(address),
    closed: closed(),
    releaseSlot,
  };
}

/** A caller who acts for an account, or whose device has done so before: no flood of strangers delays these. */
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

let nobody: Promise<string> | undefined;

/** Sets the cost of the hashes that this process creates from now on. Only tests lower it. */
export function setHashCost(cost: HashCost): void {
  argon2id = new Argon2id(cost);
  nobody = undefined;
}

/** The hash to store of a password. Throws DomainError BUSY when too many wait. */
export function hashPassword(password: string, caller = STUDBOOK): Promise<string> {
  return hashQueue.run(caller, () => argon2id.hash(password));
}

/**
 * Whether this is the password of the stored hash. Takes as long for an undefined hash, that of an
 * unknown user, which no password matches. Throws DomainError BUSY when too many wait.
 */
export async function isPassword(
  hash: string | undefined,
  password: string,
  caller = STUDBOOK,
): Promise<boolean> {
  const known = hash?.startsWith("$argon2id$") ? hash : undefined;
  nobody ??= hashPassword("the password of nobody");
  const against = known ?? (await nobody);
  const matches = await hashQueue.run(caller, () => argon2id.verify(against, password));
  return known !== undefined && matches;
}
