import { expect, it } from "vitest";
import { createDecodeQueue, type Uploader } from "./decode-queue.ts";

/** A member in a separate network. */
const member = (userId: string): Uploader => ({ userId, isFree: false, neighborhood: userId });

/** An account without a membership. */
const free = (userId: string, neighborhood: string): Uploader => ({
  userId,
  isFree: true,
  neighborhood,
});

/** A queue of work that the test ends, and the order in which it starts. */
function useQueue() {
  let time = 0;
  const queue = createDecodeQueue(() => time);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const add = (key: string | Uploader, name: string) =>
    queue.run(typeof key === "string" ? member(key) : key, () => {
      started.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  /** Ends the running work and waits until the next one has started. */
  const finishOne = async (tookMs = 100) => {
    const count = started.length;
    time += tookMs;
    ends.shift()?.();
    if (queue.countWaiting() > 0) await expect.poll(() => started.length).toBe(count + 1);
  };
  const pass = (ms: number) => {
    time += ms;
  };
  return { queue, started, add, finishOne, pass };
}

it("delays a member by one photo of another member, however many that one has", async () => {
  const { queue, started, add, finishOne } = useQueue();
  const work = Array.from({ length: 20 }, (_, index) => add("a", `a${index}`));
  work.push(add("b", "b0"), add("c", "c0"), add("b", "b1"));
  expect([queue.countRunning(), queue.countWaiting()]).toEqual([1, 22]);
  for (let count = 0; count < 6; count++) await finishOne();
  expect(started).toEqual(["a0", "b0", "c0", "a1", "b1", "a2", "a3"]);
  while (queue.countRunning() > 0) await finishOne().then(() => Promise.resolve());
  await Promise.all(work);
  expect(started).toHaveLength(23);
});

it("serves the uploader with the least used time first, regardless of the number of photos", async () => {
  const { started, add, finishOne } = useQueue();
  const work = ["costly", "small", "costly", "small", "small", "new"].map((key) => add(key, key));
  await finishOne(2000);
  for (let count = 0; count < 5; count++) await finishOne(100);
  await Promise.all(work);
  expect(started).toEqual(["costly", "small", "new", "small", "small", "costly"]);
});

it("forgets time that was used long ago", async () => {
  const { started, add, finishOne, pass } = useQueue();
  const long = add("a", "a0");
  await finishOne(1000);
  await long;
  pass(60 * 60_000);
  const work = [add("b", "b0"), add("b", "b1"), add("a", "a1")];
  for (let count = 0; count < 3; count++) await finishOne(100);
  await Promise.all(work);
  expect(started).toEqual(["a0", "b0", "a1", "b1"]);
});

it("continues after failed work", async () => {
  const queue = createDecodeQueue();
  const failed = queue.run(member("a"), () => Promise.reject(new Error("broken")));
  const next = queue.run(member("a"), async () => "done");
  await expect(failed).rejects.toThrow("broken");
  expect(await next).toBe("done");
  expect([queue.countRunning(), queue.countWaiting()]).toEqual([0, 0]);
});

it("skips work whose signal is aborted", async () => {
  const { queue, started, add, finishOne } = useQueue();
  const caller = new AbortController();
  const first = add("a", "a0");
  const aborted = queue.run(member("b"), async () => started.push("b0"), caller.signal);
  const last = add("c", "c0");
  caller.abort(new Error("the connection was closed"));
  await expect(aborted).rejects.toThrow("the connection was closed");
  await finishOne();
  await finishOne();
  await Promise.all([first, last]);
  expect(started).toEqual(["a0", "c0"]);
  await expect(queue.run(member("b"), async () => "done", caller.signal)).rejects.toThrow();
  expect([queue.countRunning(), queue.countWaiting()]).toEqual([0, 0]);
});

it("alternates between members and free accounts, however many free accounts wait", async () => {
  const { started, add, finishOne } = useQueue();
  const work = [add(free("f0", "here"), "f0")];
  for (let n = 1; n < 5; n++) work.push(add(free(`f${n}`, `n${n}`), `f${n}`));
  for (const name of ["m0", "m1", "m2"]) work.push(add("m", name));
  for (let count = 0; count < 8; count++) await finishOne();
  await Promise.all(work);
  expect(started).toEqual(["f0", "m0", "f1", "m1", "f2", "m2", "f3", "f4"]);
});

it("shares time between neighborhoods of free accounts, so that more accounts get no more time", async () => {
  const { queue, started, add, finishOne } = useQueue();
  const work = ["a0", "a1", "a2", "a3"].map((name) => add(free(name, "here"), name));
  work.push(add(free("b", "there"), "b0"), add(free("b", "there"), "b1"));
  for (let count = 0; count < 6; count++) await finishOne();
  await Promise.all(work);
  expect(started).toEqual(["a0", "b0", "a1", "b1", "a2", "a3"]);
  expect(queue.usedMs(free("new", "here"))).toBeCloseTo(400, 0);
  expect(queue.usedMs(member("b"))).toBeCloseTo(200, 0);
});

it("decodes the photos of one account in order of arrival while used time decays", async () => {
  let time = 0;
  const queue = createDecodeQueue(() => (time += 0.01));
  await queue.run(member("a"), async () => undefined);
  const started: number[] = [];
  await Promise.all(
    [1, 2, 3, 4].map((n) => queue.run(member("a"), async () => void started.push(n))),
  );
  expect(started).toEqual([1, 2, 3, 4]);
});
