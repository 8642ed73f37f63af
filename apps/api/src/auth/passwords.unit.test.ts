import { afterEach, expect, it } from "vitest";
import { hashPassword, RECOMMENDED_COST, setHashCost, verifyPassword } from "./passwords.ts";

const LOW_COST = { memorySize: 8, iterations: 1, parallelism: 1 };

afterEach(() => setHashCost(LOW_COST));

it("hashes at the recommended cost", async () => {
  setHashCost(RECOMMENDED_COST);
  expect(await hashPassword("correct horse")).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

it("verifies hashes of other costs, and accepts no password without a hash", async () => {
  setHashCost(LOW_COST);
  const hash = await hashPassword("correct horse");
  setHashCost(RECOMMENDED_COST);
  expect(await verifyPassword(hash, "correct horse")).toBe(true);
  expect(await verifyPassword(hash, "correct house")).toBe(false);
  expect(await verifyPassword(undefined, "the password of nobody")).toBe(false);
});
