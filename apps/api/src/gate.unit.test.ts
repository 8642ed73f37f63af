import { DomainError } from "@studbook/domain/errors";
import { describe, expect, it } from "vitest";
import { createGate } from "./gate.ts";

describe("createGate", () => {
  it("runs all work, with limited concurrency", async () => {
    const gate = createGate({ concurrency: 2, maxWaiting: 100 });
    let running = 0;
    let peak = 0;
    const work = async () => {
      peak = Math.max(peak, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
    };
    await Promise.all(Array.from({ length: 50 }, () => gate.run(work)));
    expect(peak).toBe(2);
    expect(running).toBe(0);
  });

  it("refuses work when the queue is full, and accepts work again later", async () => {
    const gate = createGate({ concurrency: 1, maxWaiting: 1 });
    const held = Promise.withResolvers<string>();
    const first = gate.run(() => held.promise);
    const second = gate.run(async () => "second");
    await expect(gate.run(async () => "third")).rejects.toBeInstanceOf(DomainError);
    held.resolve("first");
    expect(await Promise.all([first, second])).toEqual(["first", "second"]);
    expect(await gate.run(async () => "fourth")).toBe("fourth");
  });

  it("frees the slot when work fails", async () => {
    const gate = createGate({ concurrency: 1, maxWaiting: 0 });
    await expect(gate.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await gate.run(async () => "next")).toBe("next");
  });
});
