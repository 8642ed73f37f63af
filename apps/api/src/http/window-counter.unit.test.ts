import { expect, it } from "vitest";
import { createWindowCounter } from "./window-counter.ts";

it("counts by key and starts over when a window expires", () => {
  let time = 0;
  const windows = createWindowCounter(60_000, { now: () => time });
  expect(windows.count("a", 1)).toEqual({ n: 1, secondsLeft: 60 });
  time = 59_999;
  expect(windows.count("a", 10)).toEqual({ n: 11, secondsLeft: 1 });
  expect(windows.count("b", 1)).toEqual({ n: 1, secondsLeft: 60 });
  time = 60_000;
  expect(windows.count("a", 1)).toEqual({ n: 1, secondsLeft: 60 });
  expect(windows.count("b", 1)).toEqual({ n: 2, secondsLeft: 60 });
});

it("stores at most `maxKeys` windows and drops the oldest", () => {
  const windows = createWindowCounter(60_000, { maxKeys: 100, now: () => 0 });
  for (let n = 0; n < 10_000; n++) windows.count(`key ${n}`, 1);
  expect(windows.size).toBe(100);
  expect(windows.count("key 9999", 1).n).toBe(2);
  expect(windows.count("key 0", 1).n).toBe(1);
});

it("drops expired windows", () => {
  let time = 0;
  const windows = createWindowCounter(60_000, { now: () => time });
  for (let n = 0; n < 1000; n++) windows.count(`key ${n}`, 1);
  time = 60_000;
  windows.count("another", 1);
  expect(windows.size).toBe(1);
});
