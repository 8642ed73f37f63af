import { expect, test, vi } from "vitest";
import { createToastQueue } from "./toast-queue.ts";

const first = { title: "Ad created successfully", tone: "success" } as const;
const second = { title: "Invalid Coupon", tone: "destructive" } as const;

test("one toast is current, and the next follows when it has left", () => {
  const queue = createToastQueue();
  expect(queue.findCurrent()).toBeUndefined();
  queue.add(first);
  queue.add(second);
  const current = queue.findCurrent();
  expect(current).toMatchObject(first);
  if (current) queue.remove(current.id);
  expect(queue.findCurrent()).toMatchObject(second);
});

test("two toasts with the same words are two", () => {
  const queue = createToastQueue();
  queue.add(first);
  queue.add(first);
  const id = queue.findCurrent()?.id ?? 0;
  queue.remove(id);
  expect(queue.findCurrent()).toMatchObject(first);
  expect(queue.findCurrent()?.id).not.toBe(id);
});

test("the current toast stays the same object while others come, and listeners hear of them", () => {
  const queue = createToastQueue();
  const listener = vi.fn();
  const stop = queue.subscribe(listener);
  queue.add(first);
  const current = queue.findCurrent();
  queue.add(second);
  expect(queue.findCurrent()).toBe(current);
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  queue.add(second);
  expect(listener).toHaveBeenCalledTimes(2);
});

test("what is out of date leaves at once, with all that waits", () => {
  const queue = createToastQueue();
  queue.add(first);
  queue.add(second);
  queue.clear();
  expect(queue.findCurrent()).toBeUndefined();
});
