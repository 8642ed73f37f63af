import { DomainError } from "@studbook/domain/errors";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { at, createHeldGate, from, known, LIMITS, WORK_MS, work } from "../test/held-gate.ts";
import { createFairGate } from "./fair-gate.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
describe("the order of waiting callers", () => {
  it("is round robin between networks, and oldest first within each", async () => {
    const { queue, release } = createHeldGate();
    for (const name of ["a1", "a2", "a3", "b1", "c1", "b2"]) void queue(from(name[0] ?? ""), name);
    expect(await release()).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
  });

  it("is round robin between neighborhoods, however many addresses each has", async () => {
    const { queue, release } = createHeldGate();
    for (let n = 0; n < 5; n++) void queue(at(`a${n}`, "a"));
    for (let n = 0; n < 2; n++) void queue(at(`b${n}`, "b"));
    expect(await release()).toEqual(["a0", "b0", "a1", "b1", "a2", "a3", "a4"]);
  });

  it("stays oldest first within one owner while usage decays", async () => {
    let ms = 0;
    vi.spyOn(performance, "now").mockImplementation(() => (ms += 0.01));
    const gate = createFairGate({ ...LIMITS, restFactor: 0, minRestFactor: 0 });
    await gate.run(from("a"), async () => undefined);
    const held = Promise.withResolvers<void>();
    const served: number[] = [];
    const runs = [1, 2, 3, 4].map((n) => gate.run(from("a"), async () => void served.push(n)));
    const all = [gate.run(from("holder"), () => held.promise), ...runs];
    held.resolve();
    await Promise.all(all);
    expect(served).toEqual([1, 2, 3, 4]);
  });

  it("alternates between known and anonymous callers", async () => {
    const { queue, release } = createHeldGate();
    for (const n of [1, 2, 3]) void queue(from(`a${n}`));
    for (const n of [1, 2]) void queue(known(`k${n}`));
    expect(await release()).toEqual(["k1", "a1", "k2", "a2", "a3"]);
  });

  it("puts a known caller behind at most one other, however many wait", async () => {
    const { queue, release } = createHeldGate();
    for (let n = 0; n < 400; n++) void queue(from(`a${n}`));
    void queue(known("owner"));
    expect((await release()).slice(0, 2)).toContain("owner");
  });
});

describe("light callers", () => {
  it("are served in the order of arrival, before heavy callers", async () => {
    const gate = createFairGate({
      ...LIMITS,
      restFactor: 0,
      minRestFactor: 0,
      lightMs: 2 * WORK_MS,
    });
    const done: string[] = [];
    const run = (owner: string) => gate.run(from(owner), work).then(() => done.push(owner));
    await Promise.all([...["heavy", "heavy", "heavy", "light"].map(run), vi.runAllTimersAsync()]);
    expect(["heavy", "light", "new"].map((owner) => gate.isLight(from(owner)))).toEqual([
      false,
      true,
      true,
    ]);
    done.length = 0;
    await Promise.all([...["new", "heavy", "light", "newer"].map(run), vi.runAllTimersAsync()]);
    expect(done).toEqual(["new", "light", "newer", "heavy"]);
  });
});

describe("a heavy neighborhood", () => {
  it("is one with much more usage than the others, however much they have", async () => {
    const limits = { restFactor: 0, minRestFactor: 0, maxWaitMs: 600_000, lightMs: 2 * WORK_MS };
    const gate = createFairGate({ ...LIMITS, ...limits });
    const busy = Array.from({ length: 110 }, (_, n) => `busy-${n}`);
    const flood = Array.from({ length: 20 }, () => "flood");
    const callers = [...busy, ...busy, ...busy, ...flood].map(from);
    await Promise.all([...callers.map((caller) => gate.run(caller, work)), vi.runAllTimersAsync()]);
    const heavy = [...busy, "flood"].filter((owner) => !gate.isLight(from(owner)));
    expect(heavy).toEqual(["flood"]);
  });
});

describe("light neighborhoods with many waiting callers", () => {
  it("do not delay a newcomer by more than one round", async () => {
    const gate = createFairGate({ ...LIMITS, restFactor: 0, minRestFactor: 0, lightMs: 60_000 });
    const done: string[] = [];
    const run = (owner: string) => gate.run(from(owner), work).then(() => done.push(owner));
    const flood = ["a", "b", "c"].flatMap((owner) => Array.from({ length: 10 }, () => run(owner)));
    await vi.advanceTimersByTimeAsync(6 * WORK_MS);
    const soFar = done.length;
    void run("honest");
    await vi.runAllTimersAsync();
    await Promise.all(flood);
    expect(done.indexOf("honest") - soFar).toBeLessThanOrEqual(4);
  });
});

describe("a full queue", () => {
  const refusalOf = (run: Promise<void>) => run.then(() => undefined).catch((error) => error);

  it("refuses a caller whose network has its full share waiting", async () => {
    const { gate, queue, release } = createHeldGate({ maxWaitingPerNeighborhood: 2 });
    void queue(from("a"), "a1");
    void queue(from("a"), "a2");
    expect(() => gate.ensureRoom(from("a"))).toThrow(DomainError);
    await expect(queue(from("a"), "a3")).rejects.toMatchObject({
      code: "BUSY",
      details: { retryAfterSeconds: 5 },
    });
    void queue(from("b"));
    expect(await release()).toEqual(["a1", "b", "a2"]);
  });

  it("evicts the newest caller of the network with the most for a newcomer", async () => {
    const { gate, queue, release } = createHeldGate({ maxWaiting: 4 });
    const refused = refusalOf(queue(from("b"), "b0").catch(() => Promise.reject("b0")));
    const waiting = ["a1", "a2", "a3"].map((name) => refusalOf(queue(from("a"), name)));
    gate.ensureRoom(from("c"));
    void queue(from("c"), "c1");
    expect(await release()).toEqual(["b0", "a1", "c1", "a2"]);
    const refusals = await Promise.all(waiting);
    expect(refusals).toEqual([undefined, undefined, expect.any(DomainError)]);
    expect(await refused).toBeUndefined();
  });

  it("evicts from the neighborhood with the most, and there from the owner with the most", async () => {
    const { queue, release } = createHeldGate({ maxWaiting: 5 });
    const waiting = ["a1", "a2", "a1", "b1", "b1"].map((owner, n) =>
      refusalOf(queue(at(owner, owner.slice(0, 1)), `${owner}-${n}`)),
    );
    void queue(from("c"), "c");
    expect(await release()).toEqual(["a1-0", "b1-3", "c", "a2-1", "b1-4"]);
    expect((await Promise.all(waiting)).map(Boolean)).toEqual([false, false, true, false, false]);
  });

  it("evicts only within the neighborhood if that has its full share waiting", async () => {
    const { queue, release } = createHeldGate({ maxWaitingPerNeighborhood: 2 });
    void queue(at("a1", "a"));
    void queue(at("a2", "a"));
    void queue(at("b", "b"), "b-1");
    const dropped = refusalOf(queue(at("b", "b"), "b-2"));
    expect(await refusalOf(queue(at("a3", "a")))).toMatchObject({ code: "BUSY" });
    void queue(at("b2", "b"));
    expect(await dropped).toMatchObject({ code: "BUSY" });
    expect(await release()).toEqual(["a1", "b-1", "a2", "b2"]);
  });

  it("evicts the owner with the most recent usage if all have equally many", async () => {
    const { gate, queue, release } = createHeldGate({ maxWaiting: 2, concurrency: 2 });
    await gate.run(from("a"), async () => undefined);
    const blocked = Promise.withResolvers<void>();
    const blocking = gate.run(from("blocker"), () => blocked.promise);
    const dropped = refusalOf(queue(from("a")));
    void queue(from("b"));
    void queue(from("c"));
    expect(await dropped).toMatchObject({ code: "BUSY" });
    blocked.resolve();
    await blocking;
    expect(await release()).toEqual(["b", "c"]);
  });

  it("refuses a newcomer if all have equally many and equal usage", async () => {
    const { queue, release } = createHeldGate({ maxWaiting: 2 });
    void queue(from("a"));
    void queue(from("b"));
    expect(await refusalOf(queue(from("c")))).toMatchObject({ code: "BUSY" });
    expect(await release()).toEqual(["a", "b"]);
  });

  it("has separate room for known callers", async () => {
    const { queue, release } = createHeldGate({ maxWaiting: 1 });
    void queue(from("a"));
    void queue(known("owner"));
    expect(await release()).toEqual(["owner", "a"]);
  });
});

describe("waiting", () => {
  it("releases the slot that the caller holds elsewhere", async () => {
    const { queue, release } = createHeldGate();
    const releaseSlot = vi.fn();
    const waiting = queue({ ...from("a"), releaseSlot });
    expect(releaseSlot).toHaveBeenCalledOnce();
    await release();
    await waiting;
  });

  it("ends with a refusal after the maximum wait", async () => {
    const { queue, release } = createHeldGate();
    const late = expect(queue(from("a"))).rejects.toMatchObject({ code: "BUSY" });
    await vi.advanceTimersByTimeAsync(20_000);
    await late;
    void queue(from("b"));
    expect(await release()).toEqual(["b"]);
  });

  it("ends when the caller disconnects, without running the work", async () => {
    const { queue, release } = createHeldGate();
    const caller = new AbortController();
    const gone = expect(queue({ ...from("a"), closed: caller.signal })).rejects.toBeInstanceOf(
      DomainError,
    );
    void queue(from("b"));
    caller.abort();
    await gone;
    await expect(queue({ ...from("a"), closed: caller.signal })).rejects.toMatchObject({
      code: "BUSY",
    });
    expect(await release()).toEqual(["b"]);
  });

  it("continues after work fails", async () => {
    const { gate, queue, release } = createHeldGate();
    const failing = expect(
      gate.run(from("a"), () => Promise.reject(new Error("no"))),
    ).rejects.toThrow("no");
    void queue(from("b"));
    expect(await release()).toEqual(["b"]);
    await failing;
  });
});

describe("a worker", () => {
  async function startsOf(waiting: number): Promise<number[]> {
    const gate = createFairGate(LIMITS);
    const starts: number[] = [];
    const runs = Array.from({ length: waiting }, (_, n) =>
      gate.run(from(`a${n}`), () => {
        starts.push(performance.now());
        return work();
      }),
    );
    await vi.runAllTimersAsync();
    await Promise.all(runs);
    return starts;
  }
  const gaps = (starts: number[]) => starts.slice(1).map((at, n) => at - (starts[n] ?? 0));

  it("rests between queued pieces of work, but not after the last one", async () => {
    expect(gaps(await startsOf(3))).toEqual([3 * WORK_MS, 3 * WORK_MS]);
    const gate = createFairGate(LIMITS);
    const startedAt = performance.now();
    const both = gate.run(from("a"), work).then(() => gate.run(from("a"), work));
    await vi.runAllTimersAsync();
    await both;
    expect(performance.now() - startedAt).toBe(2 * WORK_MS);
  });

  it("rests less while many wait, but at least half as long as the work took", async () => {
    const [first] = gaps(await startsOf(101));
    expect(first).toBe(5_000 / 100);
    const [least] = gaps(await startsOf(400));
    expect(least).toBe(1.5 * WORK_MS);
  });
});

describe("the predicted wait", () => {
  /** A gate that has learned how long its work takes, with a piece of work in its only slot. */
  async function createBusyGate() {
    const gate = createFairGate({ ...LIMITS, restFactor: 0, minRestFactor: 0 });
    for (let n = 0; n < 100; n++) {
      const run = gate.run(from("earlier"), work);
      await vi.runAllTimersAsync();
      await run;
    }
    void gate.run(from("holder"), work);
    return gate;
  }

  it("is zero while a slot is free", () => {
    expect(createFairGate(LIMITS).predictWaitMs(from("a"))).toBe(0);
  });

  it("is what a newcomer then waits, whoever else waits", async () => {
    const gate = await createBusyGate();
    expect(gate.predictWaitMs(from("a"))).toBeCloseTo(WORK_MS, 1);
    for (let n = 0; n < 5; n++) void gate.run(from("crowd"), work);
    for (const [name, items] of [
      // Neighborhoods alternate, so the crowd is ahead of a newcomer with one item, and of itself with all.
      ["newcomer", 2],
      ["crowd", 6],
    ] as const) {
      expect(gate.predictWaitMs(from(name))).toBeCloseTo(items * WORK_MS, 1);
    }
    const startedAt = performance.now();
    let waitedMs = 0;
    void gate.run(from("newcomer"), async () => {
      waitedMs = performance.now() - startedAt;
    });
    await vi.runAllTimersAsync();
    expect(waitedMs).toBe(2 * WORK_MS);
  });

  it("stays about the same after a pause of the process", async () => {
    const gate = await createBusyGate();
    await vi.runAllTimersAsync();
    const paused = gate.run(from("paused"), () => work(50 * WORK_MS));
    await vi.runAllTimersAsync();
    await paused;
    void gate.run(from("holder"), work);
    expect(gate.predictWaitMs(from("a"))).toBeLessThan(1.5 * WORK_MS);
  });

  it("grows when all work takes longer", async () => {
    const gate = await createBusyGate();
    await vi.runAllTimersAsync();
    for (let n = 0; n < 100; n++) {
      const run = gate.run(from("earlier"), () => work(50 * WORK_MS));
      await vi.runAllTimersAsync();
      await run;
    }
    void gate.run(from("holder"), work);
    expect(gate.predictWaitMs(from("a"))).toBeCloseTo(50 * WORK_MS, 0);
  });
});
