import { expect, it } from "vitest";
import { createUploadSlots, type SlotLimits } from "./upload-slots.ts";

/** Places, and the uploads that were ended for another one. */
function useSlots(limits: Partial<SlotLimits>) {
  let time = 0;
  const full = { total: 9, member: 9, network: 9, graceMs: 1000, ...limits };
  const slots = createUploadSlots(full, () => time);
  const ended: string[] = [];
  const take = (name: string, network = name) =>
    slots.take({
      userId: name[0] ?? "",
      network,
      end: ({ code, details }) => ended.push(`${name} ${code} ${details?.retryAfterSeconds}`),
    });
  const pass = (ms: number) => {
    time += ms;
  };
  return { slots, ended, take, pass };
}

it("has a share for each member and each network, and says when to try again", () => {
  const { slots, take } = useSlots({ member: 2, network: 3 });
  const { leave } = take("a", "home");
  take("a", "home");
  expect(() => take("a", "office")).toThrow(/of your uploads run at once/);
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
  expect(() => take("e1")).toThrow(
    expect.objectContaining({ code: "BUSY", details: { retryAfterSeconds: 5 } }),
  );
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
