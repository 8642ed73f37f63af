import { beforeEach, expect, test, vi } from "vitest";

vi.mock("zod", () => {
  throw new Error("zod was loaded");
});

// Another test's file may have loaded them in the same process.
beforeEach(() => void vi.resetModules());

test.each([
  ["ad-limit", () => import("./ad-limit.ts")],
  ["age", () => import("./age.ts")],
  ["birthdate", () => import("./birthdate.ts")],
  ["breeds", () => import("./breeds.ts")],
  ["coupons", () => import("./coupons.ts")],
  ["cursor", () => import("./cursor.ts")],
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
