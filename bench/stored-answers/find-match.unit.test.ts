import { beforeEach, expect, it } from "vitest";
import { findMatch, type Span } from "./find-match.ts";
import { History, type Shown, type Source, type Version } from "./history.ts";

const MINUTE_MS = 60_000;
const NOW = 10 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
const FOREVER = Number.POSITIVE_INFINITY;

let history: History;
/** When commits could be seen, by their transactions. */
let seenAt: Map<number, { primary: number; replica: number }>;

beforeEach(() => {
  history = new History();
  seenAt = new Map();
});

type Commit = Partial<Version> & {
  xid: number;
  committedAt: number;
  seen?: number;
  seenInReplica?: number;
};

/** Commits a version of an ad, which is named after its transaction. */
function commit({ seen, seenInReplica, ...version }: Commit): void {
  const { xid, committedAt } = version;
  const primary = seen ?? committedAt + 1;
  seenAt.set(xid, { primary, replica: seenInReplica ?? primary });
  history.add({
    adId: "ad",
    userId: "owner",
    version: `version ${xid}`,
    isDeleted: false,
    breed: "Boxer",
    state: "OH",
    createdAt: "2026-01-01",
    listedUntil: FOREVER,
    pausedUntil: 0,
    ...version,
  });
}

function know(oldest = NOW): void {
  history.noteSeen((xid) => seenAt.get(xid) ?? { primary: FOREVER, replica: FOREVER });
  history.sort(oldest);
}

const one = (version: string | undefined): Shown => ({ kind: "one", adId: "ad", version });
const list = (versions: string[]): Shown => {
  return { kind: "list", filters: {}, limit: 5, versions, total: versions.length };
};
const span = (from: number, to = from + 2): Span => ({ from, to });

function find(shown: Shown, spans: readonly Span[], source: Source = "primary") {
  return findMatch({ history, shown, source }, spans);
}

it("knows an old version after a response that was requested earlier than those before it", () => {
  commit({ xid: 1, committedAt: NOW - 3 * MINUTE_MS });
  commit({ xid: 2, committedAt: NOW - MINUTE_MS - 1 });
  know();
  // A paused server has answered after seconds.
  know(NOW - 5000);
  expect(find(one("version 2"), [span(NOW)])?.until).toBe(FOREVER);
});

it("returns since when a response is old that can have been made for an earlier request", () => {
  commit({ xid: 1, committedAt: NOW - 5000 });
  commit({ xid: 2, committedAt: NOW - 100 });
  know();
  const expected = { until: NOW - 100, cause: "write", lateMs: 0 };
  expect(find(one("version 1"), [span(NOW), span(NOW - 400)])).toEqual(expected);
});

it("returns nothing for an old response if no request asked for it at that time", () => {
  commit({ xid: 1, committedAt: NOW - 5000 });
  commit({ xid: 2, committedAt: NOW - 100 });
  know();
  expect(find(one("version 1"), [span(NOW), span(NOW - 50)])).toBeUndefined();
});

it("accepts an ending before a commit that could not be seen yet, with an earlier time", () => {
  commit({ adId: "ends", xid: 1, committedAt: NOW - 5000, listedUntil: NOW - 5 });
  commit({ xid: 2, committedAt: NOW - 10, seen: NOW + 1 });
  know();
  expect(find(list([]), [span(NOW)])).toEqual({ until: NOW - 10, cause: "write", lateMs: 10 });
});

it("refuses the same if the commit could be seen before the request", () => {
  commit({ adId: "ends", xid: 1, committedAt: NOW - 5000, listedUntil: NOW - 5 });
  commit({ xid: 2, committedAt: NOW - 10, seen: NOW - 1 });
  know();
  expect(find(list([]), [span(NOW)])).toBeUndefined();
});

it("accepts a commit that could not be seen yet in the replica, for a server that reads from it", () => {
  commit({ xid: 1, committedAt: NOW - 5000 });
  commit({ xid: 2, committedAt: NOW - 100, seenInReplica: NOW + 1 });
  know();
  expect(find(one("version 1"), [span(NOW)])).toBeUndefined();
  expect(find(one("version 1"), [span(NOW)], "replica")?.until).toBe(NOW - 100);
});

it("finds an ending during the request", () => {
  commit({ xid: 1, committedAt: NOW - 5000, listedUntil: NOW + 1 });
  know();
  expect(find(one("version 1"), [span(NOW)])?.until).toBe(NOW + 1);
  expect(find(one(undefined), [span(NOW)])?.until).toBe(FOREVER);
  expect(find(one("version 1"), [span(NOW + 2)])).toBeUndefined();
});

it("finds a return during the request, and since when a response without the ad is old", () => {
  commit({ xid: 1, committedAt: NOW - 5000, pausedUntil: NOW + 1 });
  know();
  expect(find(one(undefined), [span(NOW)])).toEqual({
    until: NOW + 1,
    cause: "return",
    lateMs: 0,
  });
  expect(find(list([]), [span(NOW)])?.cause).toBe("return");
  expect(find(one("version 1"), [span(NOW)])?.until).toBe(FOREVER);
  expect(find(list(["version 1"]), [span(NOW)])?.until).toBe(FOREVER);
  expect(find(one(undefined), [span(NOW + 1)])).toBeUndefined();
  expect(find(list([]), [span(NOW + 5), span(NOW)])?.until).toBe(NOW + 1);
});

it("does not find a paused ad before its return", () => {
  commit({ xid: 1, committedAt: NOW - 5000 });
  commit({ xid: 2, committedAt: NOW - 3000, pausedUntil: NOW + MINUTE_MS });
  commit({ adId: "other", xid: 3, committedAt: NOW - 2000, pausedUntil: FOREVER });
  know();
  expect(find(list([]), [span(NOW)])?.until).toBe(NOW + MINUTE_MS);
  expect(find(list(["version 2"]), [span(NOW)])).toBeUndefined();
  expect(find(list(["version 1"]), [span(NOW), span(NOW - 4000)])?.until).toBe(NOW - 3000);
  const own: Shown = { kind: "one", adId: "ad", version: "version 2", isOwner: true };
  expect(find(own, [span(NOW)])).toBeDefined();
});

it.each([NOW + 1, NOW])(
  "knows that an ad that ends before its return is never shown again",
  (end) => {
    commit({ xid: 1, committedAt: NOW - 5000, listedUntil: end, pausedUntil: NOW + 1 });
    know();
    expect(find(list([]), [span(NOW - 9, NOW + 9)])?.until).toBe(FOREVER);
    expect(find(list(["version 1"]), [span(NOW - 9, NOW + 9)])).toBeUndefined();
  },
);

it("follows a clock that is set", () => {
  commit({ xid: 1, committedAt: NOW - 5000, listedUntil: NOW + MINUTE_MS });
  history.setClock({ at: NOW - 10, seenAt: NOW - 5, offsetMs: 2 * MINUTE_MS });
  know();
  expect(find(one("version 1"), [span(NOW)])).toBeUndefined();
  expect(find(one(undefined), [span(NOW)])?.until).toBe(FOREVER);
  expect(find(one("version 1"), [span(NOW), span(NOW - 20)])).toEqual({
    until: NOW - 5,
    cause: "clock",
    lateMs: 0,
  });
});

it("lists what had ended by all clocks that a request could use, one set meanwhile included", () => {
  commit({ xid: 1, committedAt: NOW - 9000, listedUntil: NOW + MINUTE_MS });
  history.setClock({ at: NOW - 8000, seenAt: NOW - 7999, offsetMs: 2 * MINUTE_MS });
  history.setClock({ at: NOW + 10, seenAt: NOW + 11, offsetMs: 0 });
  know();
  const listEnded = (from: number, to: number, clockMs = 5000) =>
    history.listEnded(list(["version 1"]), { from, to }, clockMs);
  expect(listEnded(NOW, NOW + 9)).toEqual(["version 1"]);
  expect(listEnded(NOW, NOW + 20)).toEqual([]);
  expect(listEnded(NOW + 20, NOW + 30)).toEqual([]);
  expect(listEnded(NOW, NOW + 9, 8000)).toEqual([]);
});

it("knows a deletion after the end, once the clock was set back", () => {
  commit({ xid: 1, committedAt: NOW - 5000, listedUntil: NOW - 4000 });
  commit({ xid: 2, committedAt: NOW - 3000, listedUntil: NOW - 4000, isDeleted: true });
  history.setClock({ at: NOW - 2000, seenAt: NOW - 1999, offsetMs: -MINUTE_MS });
  know();
  expect(find(list([]), [span(NOW)])?.until).toBe(FOREVER);
  expect(find(one(undefined), [span(NOW)])?.until).toBe(FOREVER);
});

it("does not wait for a commit of what is not public", () => {
  commit({ adId: "other", xid: 1, committedAt: NOW - 5000 });
  commit({ adId: "other", xid: 2, committedAt: NOW - 4, seen: NOW + 1 });
  commit({ xid: 3, committedAt: NOW - 3, seen: NOW - 2, listedUntil: null });
  know();
  expect(find(list(["version 1"]), [span(NOW)])?.until).toBe(NOW - 4);
});

it("compares owners' reads with what is not public too, and everyone's total", () => {
  commit({ xid: 1, committedAt: NOW - 5000, listedUntil: null });
  commit({ adId: "other", xid: 2, committedAt: NOW - 4000 });
  know();
  const own: Shown = { kind: "one", adId: "ad", version: "version 1", isOwner: true };
  expect(find(own, [span(NOW)])?.until).toBe(FOREVER);
  expect(find(one("version 1"), [span(NOW)])).toBeUndefined();
  expect(find(list(["version 2"]), [span(NOW)])?.until).toBe(FOREVER);
  expect(find(list(["version 2", "version 1"]), [span(NOW)])).toBeUndefined();
});

it("finds until when a day is shown", () => {
  know();
  const day: Shown = { kind: "day", day: "1970-01-01" };
  expect(find(day, [span(NOW)])?.until).toBe(DAY_MS);
  expect(find(day, [span(DAY_MS + 2000)])).toBeUndefined();
  expect(find(day, [span(DAY_MS + 2000), span(DAY_MS - 9)])?.until).toBe(DAY_MS);
});
