import { DomainError } from "@studbook/domain/errors";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Caller, createFairGate } from "./fair-gate.ts";

const LIMITS = {
  concurrency: 1,
  maxWaiting: 400,
  maxWaitingPerNeighborhood: 32,
  maxWaitMs: 20_000,
  restFactor: 2,
  minRestFactor: 0.5,
  targetWaitMs: 5_000,
};
const WORK_MS = 20;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const from = (owner: string): Caller => ({ lane: "anonymous", owner });
const known = (owner: string): Caller => ({ lane: "known", owner });
const at = (owner: string, neighborhood: string, lane: Caller["lane"] = "anonymous"): Caller => ({
  lane,
  owner,
  neighborhood,
});
const work = () => new Promise<void>((resolve) => setTimeout(resolve, WORK_MS));

/** Creates a gate whose only slot is occupied until `release`, which returns the order in which the others were served. */
function createHeldGate(limits: Partial<typeof LIMITS> = {}) {
  const gate = createFairGate({ ...LIMITS, restFactor: 0, minRestFactor: 0, ...limits });
  const held = Promise.withResolvers<void>();
  const served: string[] = [];
  const holding = gate.run(from("holder"), () => held.promise);
  const queue = (caller: Caller, name = caller.owner) =>
    gate.run(caller, async () => void served.push(name));
  const release = async () => {
    held.resolve();
    await holding;
    await vi.runAllTimersAsync();
    return served;
  };
  return { gate, queue, release, served };
}

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

describe("a flood of callers who return at once, each time from a new network", () => {
  async function floodWith(attackers: number) {
    const gate = createFairGate(LIMITS);
    const answers = { honest: 0, owner: 0, refused: 0 };
    const longest = { honest: 0, owner: 0 };
    let [n, isOver] = [0, false];
    const attack = async () => {
      while (!isOver) await gate.run(from(`attacker-${n++}`), work).catch(() => undefined);
    };
    const visit = async (who: "honest" | "owner", caller: () => Caller) => {
      for (let visit = 0; visit < 3; visit++) {
        const startedAt = performance.now();
        await gate.run(caller(), work).then(
          () => answers[who]++,
          () => answers.refused++,
        );
        longest[who] = Math.max(longest[who], performance.now() - startedAt);
      }
    };
    const attacks = Array.from({ length: attackers }, attack);
    const visits = Promise.all([
      visit("honest", () => from(`honest-${n}`)),
      visit("owner", () => known("owner")),
    ]);
    void visits.then(() => {
      isOver = true;
    });
    await vi.runAllTimersAsync();
    await Promise.all([visits, ...attacks]);
    return { answers, longest };
  }

  it.each([
    [60, 5_000],
    [300, 12_000],
  ])(
    "of %i attackers gets no honest caller refused or delayed beyond %i ms",
    async (attackers, ms) => {
      const { answers, longest } = await floodWith(attackers);
      expect(answers).toEqual({ honest: 3, owner: 3, refused: 0 });
      expect(longest.honest).toBeLessThan(ms);
      expect(longest.owner).toBeLessThan(WORK_MS * 10);
    },
  );
});

describe("a flood from two neighborhoods with one request per address", () => {
  const ATTACKERS = 240;
  const SERVED_SOON = {
    status: "fulfilled",
    value: expect.toSatisfy((ms: number) => ms < 1_000),
  };

  /** Measures how long honest callers wait. Attackers return at once, or 500 ms after a refusal. */
  async function visitDuring(attacker: (n: number) => Caller, honest: Caller[]) {
    const gate = createFairGate({ ...LIMITS, maxWaiting: 60, maxWaitingPerNeighborhood: 10 });
    let isOver = false;
    const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    const attack = async (n: number) => {
      while (!isOver) await gate.run(attacker(n), work).catch(() => pause(500));
    };
    const visit = async (caller: Caller) => {
      // By then every attacker has been served once.
      await pause(9_000);
      const startedAt = performance.now();
      await gate.run(caller, work);
      return performance.now() - startedAt;
    };
    const attacks = Array.from({ length: ATTACKERS }, (_, n) => attack(n));
    const visits = Promise.allSettled(honest.map(visit));
    await vi.advanceTimersByTimeAsync(12_000);
    isOver = true;
    await vi.runAllTimersAsync();
    await Promise.all(attacks);
    return await visits;
  }

  it("neither blocks nor delays anonymous callers from other neighborhoods", async () => {
    const waits = await visitDuring(
      (n) => at(`attacker-${n}`, `${n % 2}`),
      [at("honest", "home"), at("honest", "office"), known("owner")],
    );
    expect(waits).toEqual(waits.map(() => SERVED_SOON));
  });

  it("does not block known devices, not even within its own network", async () => {
    const waits = await visitDuring(
      (n) => at(`account-${n % 80}`, `${n % 2}`, "known"),
      [at("owner", "home", "known"), at("neighbor", "1", "known"), at("guest", "1")],
    );
    expect(waits).toEqual(waits.map(() => SERVED_SOON));
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
