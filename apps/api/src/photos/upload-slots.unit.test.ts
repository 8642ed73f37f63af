import { expect, it } from "vitest";
import { neighborhoodOf, networksOf } from "../http/network.ts";
import { createUploadSlots, type SlotLimits } from "./upload-slots.ts";

/** Places, and the uploads that were ended for another one. */
function useSlots(limits: Partial<SlotLimits>) {
  let time = 0;
  const full = { total: 9, free: 9, member: 9, network: 9, site: 9, graceMs: 1000, ...limits };
  const used = new Map<string, number>();
  const slots = createUploadSlots(
    full,
    ({ userId }) => used.get(userId) ?? 0,
    () => time,
  );
  const ended: string[] = [];
  /** Takes a place for the user that the name begins with. */
  const take = (name: string, address = name, isFree = false) =>
    slots.take({
      userId: name[0] ?? "",
      isFree,
      network: networksOf(address).own,
      site: networksOf(address).site,
      neighborhood: neighborhoodOf(address),
      end: ({ code, details }) => ended.push(`${name} ${code} ${details?.retryAfterSeconds}`),
    });
  const takeFree = (name: string, address = name) => take(name, address, true);
  const pass = (ms: number) => {
    time += ms;
  };
  return { slots, ended, used, take, takeFree, pass };
}

const busy = expect.objectContaining({ code: "BUSY", details: { retryAfterSeconds: 5 } });

it("has a share for each member and each network, and says when to try again", () => {
  const { slots, take } = useSlots({ member: 2, network: 3 });
  const { leave } = take("a", "home");
  take("a", "home");
  expect(() => take("a", "office")).toThrow(/You already have \d+ uploads running/);
  take("b", "home");
  const details = { retryAfterSeconds: 5 };
  expect(() => take("c", "home")).toThrow(
    expect.objectContaining({ code: "TOO_MANY_REQUESTS", details }),
  );
  expect(slots.countRefused()).toBe(2);
  leave();
  expect(() => take("c", "home")).not.toThrow();
});

it("ends the newest upload of whoever has many for a member who has few", () => {
  const { ended, take } = useSlots({ total: 4 });
  for (const name of ["b1", "a1", "a2", "a3"]) take(name);
  take("c1");
  expect(ended).toEqual(["a3 BUSY 5"]);
  take("d1");
  expect(ended).toEqual(["a3 BUSY 5", "a2 BUSY 5"]);
});

it("ends the oldest upload that is still on its way after the grace", () => {
  const { slots, ended, take, pass } = useSlots({ total: 3 });
  take("a1").noteReceived();
  take("b1");
  pass(600);
  take("c1");
  pass(600);
  take("d1");
  expect(ended).toEqual(["b1 BUSY 5"]);
  expect(() => take("e1")).toThrow(busy);
  expect(slots.countRefused()).toBe(2);
});

it("has room again for those who leave, also after they were ended", () => {
  const { ended, take, pass } = useSlots({ total: 1 });
  const { leave } = take("a1");
  pass(2000);
  take("b1").leave();
  leave();
  take("c1");
  expect(ended).toEqual(["a1 BUSY 5"]);
});

it("counts an IPv6 /48 beside its /64s", () => {
  const { take } = useSlots({ network: 2, site: 3 });
  for (const n of [1, 2, 3]) take(`${n}`, `2001:db8:1:${n}::1`);
  expect(() => take("4", "2001:db8:1:4::1")).toThrow(/from your network/);
  expect(() => take("5", "2001:db8:2:1::1")).not.toThrow();
});

it("keeps places that free accounts cannot take", () => {
  const { ended, take, takeFree } = useSlots({ total: 4, free: 2 });
  takeFree("a1").noteReceived();
  takeFree("b1").noteReceived();
  expect(() => takeFree("c1")).toThrow(busy);
  take("m1").noteReceived();
  take("n1").noteReceived();
  expect(() => take("o1")).toThrow(busy);
  expect(ended).toEqual([]);
});

it("ends no member's upload for a free account", () => {
  const { ended, used, takeFree, take } = useSlots({ total: 4 });
  for (const name of ["m1", "m2", "m3"]) take(name);
  used.set("m", 60_000);
  takeFree("a1").noteReceived();
  expect(() => takeFree("b1")).toThrow(busy);
  expect(ended).toEqual([]);
  take("n1");
  expect(ended).toEqual(["m3 BUSY 5"]);
});

it("ends an upload of who has used the most decoding time, unless it is being decoded", () => {
  const { ended, used, take } = useSlots({ total: 3 });
  const decoded = take("a1");
  decoded.noteReceived();
  decoded.noteDecoding(true);
  for (const name of ["b1", "c1"]) take(name).noteReceived();
  used.set("a", 20_000).set("b", 10_000).set("c", 1000).set("d", 500);
  take("d1").noteReceived();
  expect(ended).toEqual(["b1 BUSY 5"]);
  expect(() => take("e1")).toThrow(busy);
  decoded.noteDecoding(false);
  take("e1");
  expect(ended).toEqual(["b1 BUSY 5", "a1 BUSY 5"]);
});

it("ends the newest upload of the networks side by side that have most places", () => {
  const { ended, takeFree } = useSlots({ total: 6 });
  takeFree("x1", "203.0.113.1").noteReceived();
  for (const [n, name] of ["a1", "b1", "c1"].entries()) {
    takeFree(name, `198.51.100.${n}`).noteReceived();
  }
  for (const [n, name] of ["d1", "e1"].entries()) {
    takeFree(name, `2001:db8:1:${n}::1`).noteReceived();
  }
  takeFree("y1", "192.0.2.1").noteReceived();
  expect(ended).toEqual(["c1 BUSY 5"]);
  expect(() => takeFree("z1", "203.0.113.2")).toThrow(busy);
});
