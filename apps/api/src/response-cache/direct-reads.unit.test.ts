import { createDb, type Db } from "@studbook/db/client";
import { DomainError } from "@studbook/domain/errors";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { testConfig } from "../../test/test-app.ts";
import { describeCacheable } from "./cacheable-request.ts";
import { createDirectReads, type DirectReads } from "./direct-reads.ts";

const PATH = "/api/ads";
const cacheable = describeCacheable(PATH);

/** Never connects. */
let db: Db;
let reads: DirectReads;
let isFree = true;
let runRead: () => Promise<never>;

beforeAll(() => {
  db = createDb({ url: "postgres://127.0.0.1:1/none", poolSize: 1, onPoolError: () => undefined });
});
afterAll(() => db.destroy());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  isFree = true;
  runRead = () => new Promise(() => undefined);
  const slots = { runRead: () => runRead() };
  reads = createDirectReads({ db, config: testConfig(), slots, acceptRead: () => isFree });
  if (cacheable) reads.learn(cacheable, { "content-type": "application/json" });
});
afterEach(() => void vi.useRealTimers());

const start = () => cacheable && reads.start(cacheable, PATH, "192.0.2.1");

it("starts no read whose headers are unknown, or that would wait for its slot", () => {
  const other = describeCacheable("/trpc/ads.search");
  expect(other && reads.start(other, "/trpc/ads.search", "192.0.2.1")).toBeUndefined();
  isFree = false;
  expect(start()).toBeUndefined();
  isFree = true;
  expect(start()).toBeInstanceOf(Promise);
});

it("starts 64 reads at once", () => {
  for (let n = 0; n < 64; n++) expect(start()).toBeInstanceOf(Promise);
  expect(start()).toBeUndefined();
});

it("starts none for a second after a failure", async () => {
  runRead = async () => {
    throw new DomainError("BUSY", "Busy");
  };
  expect(await start()).toBeUndefined();
  vi.advanceTimersByTime(999);
  expect(start()).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(start()).toBeInstanceOf(Promise);
});

it("goes on after an ad that does not exist", async () => {
  runRead = async () => {
    throw new DomainError("AD_NOT_FOUND", "Not found");
  };
  expect(await start()).toBeUndefined();
  expect(start()).toBeInstanceOf(Promise);
});
