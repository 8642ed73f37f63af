import { DomainError } from "@studbook/domain/errors";
import { describe, expect, it } from "vitest";
import { createGate } from "./gate.ts";

describe("createGate", () => {
  it("lets at most so many run at once, and all of them in the end", async () => {
    const gate = createGate({ concurrency: 2, maxWaiting: 100 });
    let running = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
    };
    await Promise.all(Array.from({ length: 50 }, () => gate.run(work)));
    expect(most).toBe(2);
    expect(running).toBe(0);
  });

  it("refuses what would wait beyond the queue, and recovers", async () => {
    const gate = createGate({ concurrency: 1, maxWaiting: 1 });
    const held = Promise.withResolvers<string>();
    const first = gate.run(() => held.promise);
    const second = gate.run(async () => "second");
    await expect(gate.run(async () => "third")).rejects.toBeInstanceOf(DomainError);
    held.resolve("first");
    expect(await Promise.all([first, second])).toEqual(["first", "second"]);
    expect(await gate.run(async () => "fourth")).toBe("fourth");
  });

  it("gives the place back when work fails", async () => {
    const gate = createGate({ concurrency: 1, maxWaiting: 0 });
    await expect(gate.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await gate.run(async () => "next")).toBe("next");
  });
});
