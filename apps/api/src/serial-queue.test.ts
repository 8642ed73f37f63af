import { setImmediate as immediate } from "node:timers/promises";
import { countConnections } from "@studbook/db/client";
import { describe, expect, it } from "vitest";
import { useTestApp } from "../test/use-test-app.ts";
import { createSerialQueue } from "./serial-queue.ts";

const test = useTestApp({ poolSize: 2 });

describe("a serial queue", () => {
  it("runs work after all earlier work has finished or failed", async () => {
    const runInOrder = createSerialQueue();
    const done: string[] = [];
    const failing = runInOrder(async () => {
      await immediate();
      done.push("first");
      throw new Error("no");
    });
    const after = runInOrder(async () => void done.push("second"));
    await expect(failing).rejects.toThrow("no");
    await after;
    expect(done).toEqual(["first", "second"]);
  });

  it("does not wait for the work of another queue", async () => {
    const held = Promise.withResolvers<void>();
    const holding = createSerialQueue()(() => held.promise);
    await createSerialQueue()(async () => undefined);
    held.resolve();
    await holding;
  });

  it("keeps a batch of ten calls from using up the database pool", async () => {
    const calls = Array(10).fill("ads.search").join(",");
    let isDone = false;
    const batch = test.app
      .inject({ method: "GET", url: `/trpc/${calls}?batch=1&input=%7B%7D` })
      .finally(() => {
        isDone = true;
      });
    let mostWaiting = 0;
    while (!isDone) {
      mostWaiting = Math.max(mostWaiting, countConnections(test.db).waiting);
      await immediate();
    }
    const { statusCode } = await batch;
    expect(statusCode).toBe(200);
    // A query counts as waiting for a moment before it gets its connection.
    expect(mostWaiting).toBeLessThanOrEqual(1);
  });
});
