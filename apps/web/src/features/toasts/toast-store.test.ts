import { expect, test, vi } from "vitest";
import { createToastStore } from "./toast-store.ts";

const first = { title: "Ad created successfully", tone: "success" } as const;
const second = { title: "Invalid Coupon", tone: "destructive" } as const;

test("a newer toast replaces the current one", () => {
  const store = createToastStore();
  expect(store.getCurrent()).toBeUndefined();
  store.show(first);
  expect(store.getCurrent()).toMatchObject(first);
  store.show(second);
  expect(store.getCurrent()).toMatchObject(second);
});

test("removing a replaced toast does not remove the newer one", () => {
  const store = createToastStore();
  store.show(first);
  const old = store.getCurrent()?.id ?? 0;
  store.show(first);
  store.remove(old);
  const current = store.getCurrent()?.id ?? 0;
  expect(current).not.toBe(old);
  store.remove(current);
  expect(store.getCurrent()).toBeUndefined();
});

test("listeners are called for each change until they unsubscribe", () => {
  const store = createToastStore();
  const listener = vi.fn();
  const stop = store.subscribe(listener);
  store.show(first);
  store.clear();
  store.clear();
  expect(store.getCurrent()).toBeUndefined();
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  store.show(second);
  expect(listener).toHaveBeenCalledTimes(2);
});
