import { expect, it } from "vitest";
import { shareFor } from "./share-for.ts";

it("does the work once for all who ask within the time, be it a failure", async () => {
  let [time, done] = [0, 0];
  const share = shareFor(
    1000,
    async () => {
      if (++done === 2) throw new Error("away");
      return done;
    },
    () => time,
  );
  expect(await Promise.all([share(), share(), share()])).toEqual([1, 1, 1]);
  time = 999;
  expect(await share()).toBe(1);
  time = 1000;
  const failed = await Promise.allSettled([share(), share()]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  time = 2000;
  expect(await share()).toBe(3);
});
