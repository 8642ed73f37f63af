import { expect, test, vi } from "vitest";
import { createToastStore } from "./toast-store.ts";

const first = { title: "Ad created successfully", tone: "success" } as const;
const second = { title: "Invalid Coupon", tone: "destructive" } as const;

test("a newer toast takes the place of the one shown", () => {
  const store = createToastStore();
  expect(store.findCurrent()).toBeUndefined();
  store.show(first);
  expect(store.findCurrent()).toMatchObject(first);
  store.show(second);
  expect(store.findCurrent()).toMatchObject(second);
});

test("a toast that has been replaced does not take the newer one along as it leaves", () => {
  const store = createToastStore();
  store.show(first);
  const old = store.findCurrent()?.id ?? 0;
  store.show(first);
  store.remove(old);
  const current = store.findCurrent()?.id ?? 0;
  expect(current).not.toBe(old);
  store.remove(current);
  expect(store.findCurrent()).toBeUndefined();
});

test("listeners hear of what comes and goes until they stop", () => {
  const store = createToastStore();
  const listener = vi.fn();
  const stop = store.subscribe(listener);
  store.show(first);
  store.clear();
  store.clear();
  expect(store.findCurrent()).toBeUndefined();
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  store.show(second);
  expect(listener).toHaveBeenCalledTimes(2);
});
