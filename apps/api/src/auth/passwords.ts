import { availableParallelism } from "node:os";
import { Argon2id } from "oslo/password";
import { createGate } from "../gate.ts";

// OWASP's recommendation for Argon2id: 19 MiB, two passes, one lane.
const argon2id = new Argon2id({ memorySize: 19_456, iterations: 2, parallelism: 1 });

// Hashing runs on the threads that also read files: 200 at once starve a server for seconds. While
// sign-ins queue, a core that hashes rests twice as long, or it would be lost to everything else.
const gate = createGate({
  name: "hash",
  concurrency: Math.max(1, Math.floor(availableParallelism() / 2)),
  maxWaiting: 32,
  rest: 2,
});

/** Throws DomainError BUSY when too many wait, before anything else was spent on a caller. */
export const ensureHashing = gate.ensureRoom;

const nobody = gate.run(() => argon2id.hash("the password of nobody"));

/** The hash to store of a password. Throws DomainError BUSY when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return gate.run(() => argon2id.hash(password));
}

/**
 * Whether this is the password of the stored hash. Takes as long for an undefined hash, that of an
 * unknown user, which no password matches. Throws DomainError BUSY when too many wait.
 */
export async function isPassword(hash: string | undefined, password: string): Promise<boolean> {
  const known = hash?.startsWith("$argon2id$") ? hash : undefined;
  const against = known ?? (await nobody);
  const matches = await gate.run(() => argon2id.verify(against, password));
  return known !== undefined && matches;
}
