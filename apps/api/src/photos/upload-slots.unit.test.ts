import { expect, it } from "vitest";
import { neighborhoodOf, networksOf } from "../http/network.ts";
import { createUploadSlots, type SlotLimits } from "./upload-slots.ts";

/** Slots, and the uploads that were evicted. */
function useSlots(limits: Partial<SlotLimits>) {
  let time = 0;
  const full = { total: 9, free: 9, member: 9, network: 9, site: 9, graceMs: 1000, ...limits };
  const used = new Map<string, number>();
  const slots = createUploadSlots(
    full,
    ({ userId }) => used.get(userId) ?? 0,
    () => time,
  );
  const evicted: string[] = [];
  /** Acquires a slot for the user whose ID is the name's first letter. */
  const acquire = (name: string, address = name, isFree = false) =>
    slots.acquire({
      userId: name[0] ?? "",
      isFree,
      network: networksOf(address).network,
      site: networksOf(address).site,
      neighborhood: neighborhoodOf(address),
      onEvict: ({ code, details }) => evicted.push(`${name} ${code} ${details?.retryAfterSeconds}`),
    });
  const acquireFree = (name: string, address = name) => acquire(name, address, true);
  const pass = (ms: number) => {
    time += ms;
  };
  return { slots, evicted, used, acquire, acquireFree, pass };
}

const busy = expect.objectContaining({ code: "BUSY", details: { retryAfterSeconds: 5 } });

it("limits uploads per member and per network, and returns when to retry", () => {
  const { slots, acquire } = useSlots({ member: 2, network: 3 });
  const { release } = acquire("a", "home");
  acquire("a", "home");
  expect(() => acquire("a", "office")).toThrow(/You already have \d+ uploads running/);
  acquire("b", "home");
  const details = { retryAfterSeconds: 5 };
  expect(() => acquire("c", "home")).toThrow(
    expect.objectContaining({ code: "TOO_MANY_REQUESTS", details }),
  );
  expect(slots.countRefused()).toBe(2);
  release();
  expect(() => acquire("c", "home")).not.toThrow();
});

it("evicts the newest upload of a member with many for a member with few", () => {
  const { evicted, acquire } = useSlots({ total: 4 });
  for (const name of ["b1", "a1", "a2", "a3"]) acquire(name);
  acquire("c1");
  expect(evicted).toEqual(["a3 BUSY 5"]);
  acquire("d1");
  expect(evicted).toEqual(["a3 BUSY 5", "a2 BUSY 5"]);
});

it("evicts the oldest upload that has not arrived within the grace period", () => {
  const { slots, evicted, acquire, pass } = useSlots({ total: 3 });
  acquire("a1").markReceived();
  acquire("b1");
  pass(600);
  acquire("c1");
  pass(600);
  acquire("d1");
  expect(evicted).toEqual(["b1 BUSY 5"]);
  expect(() => acquire("e1")).toThrow(busy);
  expect(slots.countRefused()).toBe(2);
});

it("frees a released slot, and ignores a release after eviction", () => {
  const { evicted, acquire, pass } = useSlots({ total: 1 });
  const { release } = acquire("a1");
  pass(2000);
  acquire("b1").release();
  release();
  acquire("c1");
  expect(evicted).toEqual(["a1 BUSY 5"]);
});

it("counts an IPv6 /48 in addition to its /64s", () => {
  const { acquire } = useSlots({ network: 2, site: 3 });
  for (const n of [1, 2, 3]) acquire(`${n}`, `2001:db8:1:${n}::1`);
  expect(() => acquire("4", "2001:db8:1:4::1")).toThrow(/from your network/);
  expect(() => acquire("5", "2001:db8:2:1::1")).not.toThrow();
});

it("reserves slots for members", () => {
  const { evicted, acquire, acquireFree } = useSlots({ total: 4, free: 2 });
  acquireFree("a1").markReceived();
  acquireFree("b1").markReceived();
  expect(() => acquireFree("c1")).toThrow(busy);
  acquire("m1").markReceived();
  acquire("n1").markReceived();
  expect(() => acquire("o1")).toThrow(busy);
  expect(evicted).toEqual([]);
});

it("never evicts a member's upload for a free account", () => {
  const { evicted, used, acquireFree, acquire } = useSlots({ total: 4 });
  for (const name of ["m1", "m2", "m3"]) acquire(name);
  used.set("m", 60_000);
  acquireFree("a1").markReceived();
  expect(() => acquireFree("b1")).toThrow(busy);
  expect(evicted).toEqual([]);
  acquire("n1");
  expect(evicted).toEqual(["m3 BUSY 5"]);
});

it("evicts an upload of the uploader with the most decoding time, unless it is being decoded", () => {
  const { evicted, used, acquire } = useSlots({ total: 3 });
  const decoded = acquire("a1");
  decoded.markReceived();
  decoded.setDecoding(true);
  for (const name of ["b1", "c1"]) acquire(name).markReceived();
  used.set("a", 20_000).set("b", 10_000).set("c", 1000).set("d", 500);
  acquire("d1").markReceived();
  expect(evicted).toEqual(["b1 BUSY 5"]);
  expect(() => acquire("e1")).toThrow(busy);
  decoded.setDecoding(false);
  acquire("e1");
  expect(evicted).toEqual(["b1 BUSY 5", "a1 BUSY 5"]);
});

it("evicts the newest upload of the neighborhood with the most slots", () => {
  const { evicted, acquireFree } = useSlots({ total: 6 });
  acquireFree("x1", "203.0.113.1").markReceived();
  for (const [n, name] of ["a1", "b1", "c1"].entries()) {
    acquireFree(name, `198.51.100.${n}`).markReceived();
  }
  for (const [n, name] of ["d1", "e1"].entries()) {
    acquireFree(name, `2001:db8:1:${n}::1`).markReceived();
  }
  acquireFree("y1", "192.0.2.1").markReceived();
  expect(evicted).toEqual(["c1 BUSY 5"]);
  expect(() => acquireFree("z1", "203.0.113.2")).toThrow(busy);
});
