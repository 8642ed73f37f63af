import { afterEach, beforeEach, expect, test, vi } from "vitest";

// Other files' tests run in the same process: they have loaded zod before, or do after.
beforeEach(() => {
  vi.resetModules();
  vi.doMock("zod", () => {
    throw new Error("zod was loaded");
  });
});
afterEach(() => {
  vi.doUnmock("zod");
  vi.resetModules();
});

test.each([
  ["ad-limit", () => import("./ad-limit.ts")],
  ["age", () => import("./age.ts")],
  ["birthdate", () => import("./birthdate.ts")],
  ["breeds", () => import("./breeds.ts")],
  ["coupons", () => import("./coupons.ts")],
  ["cursor", () => import("./cursor.ts")],
  ["day", () => import("./day.ts")],
  ["errors", () => import("./errors.ts")],
  ["membership", () => import("./membership.ts")],
  ["periods", () => import("./periods.ts")],
  ["photos", () => import("./photos.ts")],
  ["plans", () => import("./plans.ts")],
  ["pricing", () => import("./pricing.ts")],
  ["purchase", () => import("./purchase.ts")],
  ["samples", () => import("./samples.ts")],
  ["states", () => import("./states.ts")],
  ["words", () => import("./words.ts")],
])("%s can be used by a page without loading zod", async (_name, load) => {
  await expect(load()).resolves.toBeDefined();
});

test("a schema module cannot, or this file would prove nothing", async () => {
  await expect(import("./ad.ts")).rejects.toThrow();
});
