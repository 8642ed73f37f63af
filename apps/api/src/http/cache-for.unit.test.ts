import { expect, it } from "vitest";
import { cacheFor } from "./cache-for.ts";

it("runs the work once for all calls within the period, even if it fails", async () => {
  let time = 0;
  let runs = 0;
  const cached = cacheFor(
    1000,
    async () => {
      if (++runs === 2) throw new Error("away");
      return runs;
    },
    () => time,
  );
  expect(await Promise.all([cached(), cached(), cached()])).toEqual([1, 1, 1]);
  time = 999;
  expect(await cached()).toBe(1);
  time = 1000;
  const failed = await Promise.allSettled([cached(), cached()]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  time = 2000;
  expect(await cached()).toBe(3);
});
