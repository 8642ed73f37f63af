import { expect, test } from "vitest";
import { createCleanup } from "./cleanup.ts";

test("stops the newest first, and two calls at once both wait until everything has stopped", async () => {
  const cleanup = createCleanup();
  const stopped: string[] = [];
  const slow = Promise.withResolvers<void>();
  for (const name of ["database", "sandbox", "server"]) {
    cleanup.add(async () => {
      await slow.promise;
      stopped.push(name);
    });
  }
  const ends: string[][] = [];
  const runs = [1, 2].map(() => cleanup.run().then(() => ends.push([...stopped])));
  slow.resolve();
  await Promise.all(runs);
  const all = ["server", "sandbox", "database"];
  expect(ends).toEqual([all, all]);
});

test("another call stops what is left after a failure, and what was added since", async () => {
  const cleanup = createCleanup();
  const stopped: string[] = [];
  cleanup.add(async () => void stopped.push("database"));
  cleanup.add(() => Promise.reject(new Error("no answer")));
  await expect(cleanup.run()).rejects.toThrow("no answer");
  cleanup.add(async () => void stopped.push("server"));
  await cleanup.run();
  expect(stopped).toEqual(["server", "database"]);
});
