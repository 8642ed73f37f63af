import { expect, it } from "vitest";
import { createRefusalLines } from "./refusal-lines.ts";

const times = (n: number, ask: (n: number) => boolean) =>
  Array.from({ length: n }, (_, i) => ask(i)).filter(Boolean).length;

it.each([404, 405, 429])("tells of ten answers %i of one network in a minute", (status) => {
  const lines = createRefusalLines();
  expect(times(50, (n) => lines.isTold(status, n % 2 ? "192.0.2.1" : "::ffff:192.0.2.1"))).toBe(10);
  expect(lines.isTold(status, "192.0.2.2")).toBe(true);
  expect(lines.isTold(status === 404 ? 405 : 404, "192.0.2.1")).toBe(true);
});

it.each([200, 401, 403, 500, 503])("tells of every answer %i", (status) => {
  const lines = createRefusalLines();
  expect(times(50, () => lines.isTold(status, "192.0.2.1"))).toBe(50);
  expect(lines.takeUntold()).toBeUndefined();
});

it("tells of a hundred of one IPv6 /48", () => {
  const lines = createRefusalLines();
  expect(times(500, (n) => lines.isTold(429, `2001:db8:1:${n.toString(16)}::1`))).toBe(100);
});

it("counts what it did not tell of, and those most who asked most, once", () => {
  const lines = createRefusalLines();
  for (let host = 1; host <= 20; host++) {
    times(10 + host, () => lines.isTold(429, `192.0.2.${host}`));
  }
  const untold = lines.takeUntold();
  expect(untold?.refused).toBe(210);
  expect(untold?.networks).toHaveLength(10);
  expect(untold?.networks[0]).toEqual({ network: "192.0.2.20", refused: 20 });
  expect(lines.takeUntold()).toBeUndefined();
});

it("remembers a bounded number of networks, and counts the rest all the same", () => {
  const lines = createRefusalLines();
  for (let n = 0; n < 3000; n++) {
    times(11, () => lines.isTold(429, `10.0.${n >> 8}.${n & 255}`));
  }
  expect(lines.takeUntold()?.refused).toBe(3000);
});
