import { expect, it } from "vitest";
import { createRefusalLogLimiter } from "./refusal-log-limiter.ts";

const countTrue = (n: number, call: (n: number) => boolean) =>
  Array.from({ length: n }, (_, i) => call(i)).filter(Boolean).length;

it.each([404, 405, 429])("logs ten responses %i per network and minute", (status) => {
  const limiter = createRefusalLogLimiter();
  expect(
    countTrue(50, (n) => limiter.shouldLog(status, n % 2 ? "192.0.2.1" : "::ffff:192.0.2.1")),
  ).toBe(10);
  expect(limiter.shouldLog(status, "192.0.2.2")).toBe(true);
  expect(limiter.shouldLog(status === 404 ? 405 : 404, "192.0.2.1")).toBe(true);
});

it.each([200, 401, 403, 500, 503])("logs every response %i", (status) => {
  const limiter = createRefusalLogLimiter();
  expect(countTrue(50, () => limiter.shouldLog(status, "192.0.2.1"))).toBe(50);
  expect(limiter.takeSuppressed()).toBeUndefined();
});

it("logs a hundred responses per IPv6 /48", () => {
  const limiter = createRefusalLogLimiter();
  expect(countTrue(500, (n) => limiter.shouldLog(429, `2001:db8:1:${n.toString(16)}::1`))).toBe(
    100,
  );
});

it("returns the number of suppressed responses once, with the networks that got most of them", () => {
  const limiter = createRefusalLogLimiter();
  for (let host = 1; host <= 20; host++) {
    countTrue(10 + host, () => limiter.shouldLog(429, `192.0.2.${host}`));
  }
  const suppressed = limiter.takeSuppressed();
  expect(suppressed?.refused).toBe(210);
  expect(suppressed?.networks).toHaveLength(10);
  expect(suppressed?.networks[0]).toEqual({ network: "192.0.2.20", refused: 20 });
  expect(limiter.takeSuppressed()).toBeUndefined();
});

it("stores a limited number of networks but counts all responses", () => {
  const limiter = createRefusalLogLimiter();
  for (let n = 0; n < 3000; n++) {
    countTrue(11, () => limiter.shouldLog(429, `10.0.${n >> 8}.${n & 255}`));
  }
  expect(limiter.takeSuppressed()?.refused).toBe(3000);
});
