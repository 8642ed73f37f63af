import { expect, it } from "vitest";
import { createRecentUsage } from "./recent-usage.ts";

it("adds up usage per key and halves it every ten minutes", () => {
  let now = 0;
  const used = createRecentUsage(() => now);
  used.charge("a", 300);
  used.charge("a", 100);
  used.charge("b", 50);
  expect([used.of("a"), used.of("b"), used.of("c")]).toEqual([400, 50, 0]);
  now += 10 * 60_000;
  used.charge("b", 5);
  expect([used.of("a"), used.of("b")]).toEqual([200, 30]);
});

it("stores the ten thousand keys that were charged last", () => {
  const used = createRecentUsage(() => 0);
  used.charge("recent", 1);
  for (let n = 0; n < 9_999; n++) used.charge(`a${n}`, 1);
  used.charge("recent", 1);
  used.charge("one more", 1);
  expect([used.of("recent"), used.of("a0"), used.of("a1"), used.of("one more")]).toEqual([
    2, 0, 1, 1,
  ]);
});
