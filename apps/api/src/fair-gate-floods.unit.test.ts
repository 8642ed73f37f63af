import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { at, from, known, LIMITS, WORK_MS, work } from "../test/held-gate.ts";
import { type Caller, createFairGate } from "./fair-gate.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a flood of callers who retry immediately, each time from a new network", () => {
  async function floodWith(attackers: number) {
    const gate = createFairGate(LIMITS);
    const outcomes = { honest: 0, owner: 0, refused: 0 };
    const longest = { honest: 0, owner: 0 };
    let n = 0;
    let isOver = false;
    const attack = async () => {
      while (!isOver) await gate.run(from(`attacker-${n++}`), work).catch(() => undefined);
    };
    const visit = async (who: "honest" | "owner", caller: () => Caller) => {
      for (let count = 0; count < 3; count++) {
        const startedAt = performance.now();
        await gate.run(caller(), work).then(
          () => outcomes[who]++,
          () => outcomes.refused++,
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
    return { outcomes, longest };
  }

  it.each([
    [60, 5_000],
    [300, 12_000],
  ])(
    "of %i attackers causes no refusal of an honest caller and no wait beyond %i ms",
    async (attackers, ms) => {
      const { outcomes, longest } = await floodWith(attackers);
      expect(outcomes).toEqual({ honest: 3, owner: 3, refused: 0 });
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

  /**
   * Returns each honest caller's settled wait in milliseconds. Attackers call again immediately, or 500 ms after a
   * refusal.
   */
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

  it("does not block known devices, even in the attackers' neighborhood", async () => {
    const waits = await visitDuring(
      (n) => at(`account-${n % 80}`, `${n % 2}`, "known"),
      [at("owner", "home", "known"), at("neighbor", "1", "known"), at("guest", "1")],
    );
    expect(waits).toEqual(waits.map(() => SERVED_SOON));
  });
});
