import { DomainError } from "@studbook/domain/errors";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Caller, createFairGate } from "./fair-gate.ts";

const LIMITS = {
  concurrency: 1,
  maxWaiting: 400,
  maxWaitingAround: 32,
  maxWaitMs: 20_000,
  rest: 2,
  leastRest: 0.5,
  paceMs: 5_000,
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

/** A gate with one piece of work in it that ends when told to. */
function createHeldGate(limits: Partial<typeof LIMITS> = {}) {
  const gate = createFairGate({ ...LIMITS, rest: 0, leastRest: 0, ...limits });
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

describe("whose turn it is", () => {
  it("goes round the networks, oldest first within each", async () => {
    const { queue, release } = createHeldGate();
    for (const name of ["a1", "a2", "a3", "b1", "c1", "b2"]) void queue(from(name[0] ?? ""), name);
    expect(await release()).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
  });

  it("is first that of a neighborhood that has used little, however many addresses another has", async () => {
    const { queue, release } = createHeldGate();
    for (let n = 0; n < 5; n++) void queue(at(`a${n}`, "a"));
    for (let n = 0; n < 2; n++) void queue(at(`b${n}`, "b"));
    expect(await release()).toEqual(["a0", "b0", "a1", "b1", "a2", "a3", "a4"]);
  });

  it("goes to whoever came first among those of one owner, while used time decays", async () => {
    let ms = 0;
    vi.spyOn(performance, "now").mockImplementation(() => (ms += 0.01));
    const gate = createFairGate({ ...LIMITS, rest: 0, leastRest: 0 });
    await gate.run(from("a"), async () => undefined);
    const held = Promise.withResolvers<void>();
    const served: number[] = [];
    const runs = [1, 2, 3, 4].map((n) => gate.run(from("a"), async () => void served.push(n)));
    const all = [gate.run(from("holder"), () => held.promise), ...runs];
    held.resolve();
    await Promise.all(all);
    expect(served).toEqual([1, 2, 3, 4]);
  });

  it("alternates between those who are known and everybody else", async () => {
    const { queue, release } = createHeldGate();
    for (const n of [1, 2, 3]) void queue(from(`a${n}`));
    for (const n of [1, 2]) void queue(known(`k${n}`));
    expect(await release()).toEqual(["k1", "a1", "k2", "a2", "a3"]);
  });

  it("lets a known caller wait for one other at most, whatever waits", async () => {
    const { queue, release } = createHeldGate();
    for (let n = 0; n < 400; n++) void queue(from(`a${n}`));
    void queue(known("owner"));
    expect((await release()).slice(0, 2)).toContain("owner");
  });
});

describe("those who have used little", () => {
  it("come in the order of their arrival, and before whoever has used much", async () => {
    const gate = createFairGate({ ...LIMITS, rest: 0, leastRest: 0, lightMs: 2 * WORK_MS });
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

describe("neighborhoods that have used little and have much waiting", () => {
  it("take turns with whoever comes later", async () => {
    const gate = createFairGate({ ...LIMITS, rest: 0, leastRest: 0, lightMs: 60_000 });
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

describe("a flood of callers who come back at once, each time from another network", () => {
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
    "of %i refuses nobody who is honest, nor lets them wait beyond %i ms",
    async (attackers, ms) => {
      const { answers, longest } = await floodWith(attackers);
      expect(answers).toEqual({ honest: 3, owner: 3, refused: 0 });
      expect(longest.honest).toBeLessThan(ms);
      expect(longest.owner).toBeLessThan(WORK_MS * 10);
    },
  );
});

describe("a flood from two neighborhoods, in which every address has one request at a time", () => {
  const ATTACKERS = 240;
  const SERVED_SOON = {
    status: "fulfilled",
    value: expect.toSatisfy((ms: number) => ms < 1_000),
  };

  /** How long honest callers wait; attackers come back at once, or 500 ms after a refusal. */
  async function visitDuring(attacker: (n: number) => Caller, honest: Caller[]) {
    const gate = createFairGate({ ...LIMITS, maxWaiting: 60, maxWaitingAround: 10 });
    let isOver = false;
    const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    const attack = async (n: number) => {
      while (!isOver) await gate.run(attacker(n), work).catch(() => pause(500));
    };
    const visit = async (caller: Caller) => {
      // By then every attacker has had a turn.
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

  it("refuses no stranger from elsewhere, nor lets one wait for long", async () => {
    const waits = await visitDuring(
      (n) => at(`attacker-${n}`, `${n % 2}`),
      [at("honest", "home"), at("honest", "office"), known("owner")],
    );
    expect(waits).toEqual(waits.map(() => SERVED_SOON));
  });

  it("refuses no known device, not even within the network of the flood", async () => {
    const waits = await visitDuring(
      (n) => at(`account-${n % 80}`, `${n % 2}`, "known"),
      [at("owner", "home", "known"), at("neighbor", "1", "known"), at("guest", "1")],
    );
    expect(waits).toEqual(waits.map(() => SERVED_SOON));
  });
});

describe("a full queue", () => {
  const refusalOf = (run: Promise<void>) => run.then(() => undefined).catch((error) => error);

  it("refuses another of a network that has its share waiting", async () => {
    const { gate, queue, release } = createHeldGate({ maxWaitingAround: 2 });
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

  it("drops the newest of the network with the most for a newcomer", async () => {
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

  it("drops from the neighborhood with the most first, then from its owner with the most", async () => {
    const { queue, release } = createHeldGate({ maxWaiting: 5 });
    const waiting = ["a1", "a2", "a1", "b1", "b1"].map((owner, n) =>
      refusalOf(queue(at(owner, owner.slice(0, 1)), `${owner}-${n}`)),
    );
    void queue(from("c"), "c");
    expect(await release()).toEqual(["a1-0", "b1-3", "c", "a2-1", "b1-4"]);
    expect((await Promise.all(waiting)).map(Boolean)).toEqual([false, false, true, false, false]);
  });

  it("drops nobody elsewhere for another of a neighborhood that has its share waiting", async () => {
    const { queue, release } = createHeldGate({ maxWaitingAround: 2 });
    void queue(at("a1", "a"));
    void queue(at("a2", "a"));
    void queue(at("b", "b"), "b-1");
    const dropped = refusalOf(queue(at("b", "b"), "b-2"));
    expect(await refusalOf(queue(at("a3", "a")))).toMatchObject({ code: "BUSY" });
    void queue(at("b2", "b"));
    expect(await dropped).toMatchObject({ code: "BUSY" });
    expect(await release()).toEqual(["a1", "b-1", "a2", "b2"]);
  });

  it("drops whoever has used the most, where all have as many", async () => {
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

  it("refuses a newcomer where all have as many", async () => {
    const { queue, release } = createHeldGate({ maxWaiting: 2 });
    void queue(from("a"));
    void queue(from("b"));
    expect(await refusalOf(queue(from("c")))).toMatchObject({ code: "BUSY" });
    expect(await release()).toEqual(["a", "b"]);
  });

  it("has room for those who are known", async () => {
    const { queue, release } = createHeldGate({ maxWaiting: 1 });
    void queue(from("a"));
    void queue(known("owner"));
    expect(await release()).toEqual(["owner", "a"]);
  });
});

describe("waiting", () => {
  it("leaves the turn that the caller has elsewhere", async () => {
    const { queue, release } = createHeldGate();
    const leaveTurn = vi.fn();
    const waiting = queue({ ...from("a"), leaveTurn });
    expect(leaveTurn).toHaveBeenCalledOnce();
    await release();
    await waiting;
  });

  it("ends with a refusal after the longest wait", async () => {
    const { queue, release } = createHeldGate();
    const late = expect(queue(from("a"))).rejects.toMatchObject({ code: "BUSY" });
    await vi.advanceTimersByTimeAsync(20_000);
    await late;
    void queue(from("b"));
    expect(await release()).toEqual(["b"]);
  });

  it("ends at once when the caller goes, and nothing is done", async () => {
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

  it("goes on after work that fails", async () => {
    const { gate, queue, release } = createHeldGate();
    const failing = expect(
      gate.run(from("a"), () => Promise.reject(new Error("no"))),
    ).rejects.toThrow("no");
    void queue(from("b"));
    expect(await release()).toEqual(["b"]);
    await failing;
  });
});

describe("rest", () => {
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

  it("is taken between pieces of work that queue, not after the last", async () => {
    expect(gaps(await startsOf(3))).toEqual([3 * WORK_MS, 3 * WORK_MS]);
    const gate = createFairGate(LIMITS);
    const startedAt = performance.now();
    const both = gate.run(from("a"), work).then(() => gate.run(from("a"), work));
    await vi.runAllTimersAsync();
    await both;
    expect(performance.now() - startedAt).toBe(2 * WORK_MS);
  });

  it("is shorter while many wait, and never shorter than half of the work", async () => {
    const [first] = gaps(await startsOf(101));
    expect(first).toBe(5_000 / 100);
    const [least] = gaps(await startsOf(400));
    expect(least).toBe(1.5 * WORK_MS);
  });
});
