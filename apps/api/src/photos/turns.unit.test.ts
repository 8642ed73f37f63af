import { expect, it } from "vitest";
import { createTurns, type Worker } from "./turns.ts";

/** A member, each in a network of their own. */
const member = (userId: string): Worker => ({ userId, isFree: false, neighborhood: userId });

/** An account without a membership. */
const free = (userId: string, neighborhood: string): Worker => ({
  userId,
  isFree: true,
  neighborhood,
});

/** Pieces of work that end when they are told to, and the order in which they began. */
function useWork() {
  let time = 0;
  const turns = createTurns(() => time);
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const add = (key: string | Worker, name: string) =>
    turns.run(typeof key === "string" ? member(key) : key, () => {
      began.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  /** Ends the running piece and waits until the next has begun. */
  const endOne = async (tookMs = 100) => {
    const count = began.length;
    time += tookMs;
    ends.shift()?.();
    if (turns.countWaiting() > 0) await expect.poll(() => began.length).toBe(count + 1);
  };
  const pass = (ms: number) => {
    time += ms;
  };
  return { turns, began, add, endOne, pass };
}

it("lets another member's photo wait for one photo, however many a member has", async () => {
  const { turns, began, add, endOne } = useWork();
  const work = Array.from({ length: 20 }, (_, index) => add("a", `a${index}`));
  work.push(add("b", "b0"), add("c", "c0"), add("b", "b1"));
  expect([turns.countRunning(), turns.countWaiting()]).toEqual([1, 22]);
  for (let count = 0; count < 6; count++) await endOne();
  expect(began).toEqual(["a0", "b0", "c0", "a1", "b1", "a2", "a3"]);
  while (turns.countRunning() > 0) await endOne().then(() => Promise.resolve());
  await Promise.all(work);
  expect(began).toHaveLength(23);
});

it("serves whoever has used the least time, however many photos that was", async () => {
  const { began, add, endOne } = useWork();
  const work = ["costly", "small", "costly", "small", "small", "new"].map((key) => add(key, key));
  await endOne(2000);
  for (let count = 0; count < 5; count++) await endOne(100);
  await Promise.all(work);
  expect(began).toEqual(["costly", "small", "new", "small", "small", "costly"]);
});

it("forgets what was used some time ago", async () => {
  const { began, add, endOne, pass } = useWork();
  const long = add("a", "a0");
  await endOne(1000);
  await long;
  pass(60 * 60_000);
  const work = [add("b", "b0"), add("b", "b1"), add("a", "a1")];
  for (let count = 0; count < 3; count++) await endOne(100);
  await Promise.all(work);
  expect(began).toEqual(["a0", "b0", "a1", "b1"]);
});

it("goes on after work that failed", async () => {
  const turns = createTurns();
  const failed = turns.run(member("a"), () => Promise.reject(new Error("broken")));
  const next = turns.run(member("a"), async () => "done");
  await expect(failed).rejects.toThrow("broken");
  expect(await next).toBe("done");
  expect([turns.countRunning(), turns.countWaiting()]).toEqual([0, 0]);
});

it("passes over who no longer waits", async () => {
  const { turns, began, add, endOne } = useWork();
  const gone = new AbortController();
  const first = add("a", "a0");
  const refused = turns.run(member("b"), async () => began.push("b0"), gone.signal);
  const last = add("c", "c0");
  gone.abort(new Error("the connection was closed"));
  await expect(refused).rejects.toThrow("the connection was closed");
  await endOne();
  await endOne();
  await Promise.all([first, last]);
  expect(began).toEqual(["a0", "c0"]);
  await expect(turns.run(member("b"), async () => "done", gone.signal)).rejects.toThrow();
  expect([turns.countRunning(), turns.countWaiting()]).toEqual([0, 0]);
});

it("lets members wait for one photo of a free account at a time, however many of those there are", async () => {
  const { began, add, endOne } = useWork();
  const work = [add(free("f0", "here"), "f0")];
  for (let n = 1; n < 5; n++) work.push(add(free(`f${n}`, `n${n}`), `f${n}`));
  for (const name of ["m0", "m1", "m2"]) work.push(add("m", name));
  for (let count = 0; count < 8; count++) await endOne();
  await Promise.all(work);
  expect(began).toEqual(["f0", "m0", "f1", "m1", "f2", "m2", "f3", "f4"]);
});

it("serves free accounts neighborhood by neighborhood, so that more of them get no more time", async () => {
  const { turns, began, add, endOne } = useWork();
  const work = ["a0", "a1", "a2", "a3"].map((name) => add(free(name, "here"), name));
  work.push(add(free("b", "there"), "b0"), add(free("b", "there"), "b1"));
  for (let count = 0; count < 6; count++) await endOne();
  await Promise.all(work);
  expect(began).toEqual(["a0", "b0", "a1", "b1", "a2", "a3"]);
  expect(turns.usedMs(free("new", "here"))).toBeCloseTo(400, 0);
  expect(turns.usedMs(member("b"))).toBeCloseTo(200, 0);
});

it("decodes the photos of one account in the order in which they came, while used time decays", async () => {
  let time = 0;
  const turns = createTurns(() => (time += 0.01));
  await turns.run(member("a"), async () => undefined);
  const began: number[] = [];
  await Promise.all(
    [1, 2, 3, 4].map((n) => turns.run(member("a"), async () => void began.push(n))),
  );
  expect(began).toEqual([1, 2, 3, 4]);
});
