import { expect, it } from "vitest";
import { createUsedTime } from "./used-time.ts";

it("adds up what one has used, and halves it every ten minutes", () => {
  let now = 0;
  const used = createUsedTime(() => now);
  used.charge("a", 300);
  used.charge("a", 100);
  used.charge("b", 50);
  expect([used.of("a"), used.of("b"), used.of("c")]).toEqual([400, 50, 0]);
  now += 10 * 60_000;
  used.charge("b", 5);
  expect([used.of("a"), used.of("b")]).toEqual([200, 30]);
});

it("remembers the last ten thousand", () => {
  const used = createUsedTime(() => 0);
  used.charge("kept", 1);
  for (let n = 0; n < 9_999; n++) used.charge(`a${n}`, 1);
  used.charge("kept", 1);
  used.charge("one more", 1);
  expect([used.of("kept"), used.of("a0"), used.of("a1"), used.of("one more")]).toEqual([
    2, 0, 1, 1,
  ]);
});
