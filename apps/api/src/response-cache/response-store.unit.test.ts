import { describe, expect, it } from "vitest";
import { CachedResponse } from "./cached-response.ts";
import { ResponseStore } from "./response-store.ts";

const BODY = Buffer.alloc(10_000);

function response(...tags: string[]): CachedResponse {
  const validUntil = Number.POSITIVE_INFINITY;
  return new CachedResponse({ status: 200, headers: {}, etag: '""', body: BODY, tags, validUntil });
}

/** Of a response with one tag. */
const SIZE = response("x").bytes;

function fill(store: ResponseStore, count: number, prefix: string): void {
  for (let n = 0; n < count; n++) store.set(`${prefix} ${n}`, response(`tag ${n}`));
}

describe("a store of responses", () => {
  it("never takes more than its memory, and drops the oldest ones", () => {
    const store = new ResponseStore(10 * SIZE);
    fill(store, 100, "page");
    expect([store.size, store.bytes]).toEqual([10, 10 * SIZE]);
    expect(store.get("page 89")).toBeUndefined();
    expect(store.get("page 90")).toBeDefined();
  });

  it("keeps what is requested again through a million single requests", () => {
    const store = new ResponseStore(10 * SIZE);
    const popular = response("x");
    store.set("popular", popular);
    store.get("popular");
    fill(store, 1_000_000 / 100, "crawled");
    expect(store.get("popular")).toBe(popular);
    expect(store.bytes).toBeLessThanOrEqual(10 * SIZE);
  });

  it("lets new popular responses replace old ones", () => {
    const store = new ResponseStore(10 * SIZE);
    for (let n = 0; n < 20; n++) {
      store.set(`page ${n}`, response("x"));
      store.get(`page ${n}`);
    }
    expect(store.get("page 19")).toBeDefined();
    expect(store.get("page 0")).toBeUndefined();
    expect(store.bytes).toBeLessThanOrEqual(10 * SIZE);
  });

  it("drops what has a tag, and nothing else", () => {
    const store = new ResponseStore(10 * SIZE);
    store.set("a", response("x"));
    store.set("b", response("x", "y"));
    store.set("c", response("y", "z"));
    store.get("b");
    store.deleteTagged(["x", "unused"]);
    expect([store.get("a"), store.get("b")]).toEqual([undefined, undefined]);
    const left = store.get("c");
    expect(left).toBeDefined();
    expect(store.bytes).toBe(left?.bytes);
    store.deleteTagged(["z"]);
    expect([store.size, store.bytes]).toEqual([0, 0]);
  });

  it("replaces a response under the same key", () => {
    const store = new ResponseStore(10 * SIZE);
    store.set("a", response("x"));
    const newer = response("y");
    store.set("a", newer);
    store.deleteTagged(["x"]);
    expect(store.get("a")).toBe(newer);
    expect(store.bytes).toBe(SIZE);
  });

  it("counts the memory of tags", () => {
    expect(response("x", "y").bytes).toBeGreaterThan(SIZE);
  });

  it("keeps no more memory alive than that of the bodies", async () => {
    const validUntil = Number.POSITIVE_INFINITY;
    const body = Buffer.from("Rex ".repeat(1000));
    const one = new CachedResponse({
      status: 200,
      headers: {},
      etag: '""',
      body,
      tags: [],
      validUntil,
    });
    const encoded = await Promise.all(
      (["identity", "gzip", "br"] as const).map((coding) => one.encoded(coding)),
    );
    for (const { body: stored } of encoded) {
      expect(stored.buffer.byteLength).toBe(stored.length);
    }
  });

  it("counts compressed bodies, and drops others to make room for them", async () => {
    const store = new ResponseStore(2 * SIZE);
    const one = response("x");
    one.onResize = () => store.resize("one", one);
    store.set("other", response("x"));
    store.set("one", one);
    const { body } = await one.encoded("gzip");
    expect(store.bytes).toBe(SIZE + body.length);
    expect(store.get("other")).toBeUndefined();
    await one.encoded("br");
    expect(store.bytes).toBe(one.bytes);
  });

  it("ignores the compressed body of a response that has been dropped", async () => {
    const store = new ResponseStore(2 * SIZE);
    const one = response("x");
    one.onResize = () => store.resize("one", one);
    store.set("one", one);
    store.deleteTagged(["x"]);
    await one.encoded("gzip");
    expect([store.size, store.bytes]).toEqual([0, 0]);
  });
});
