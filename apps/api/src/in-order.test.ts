import { setImmediate as turn } from "node:timers/promises";
import { countConnections } from "@studbook/db/client";
import { describe, expect, it } from "vitest";
import { useTestApp } from "../test/use-test-app.ts";
import { createLine } from "./in-order.ts";

const test = useTestApp({ poolSize: 2 });

describe("work in order", () => {
  it("begins when all before it has ended, also after a failure", async () => {
    const inOrder = createLine();
    const done: string[] = [];
    const failing = inOrder(async () => {
      await turn();
      done.push("first");
      throw new Error("no");
    });
    const after = inOrder(async () => void done.push("second"));
    await expect(failing).rejects.toThrow("no");
    await after;
    expect(done).toEqual(["first", "second"]);
  });

  it("does not wait for work of another line", async () => {
    const held = Promise.withResolvers<void>();
    const holding = createLine()(() => held.promise);
    await createLine()(async () => undefined);
    held.resolve();
    await holding;
  });

  it("keeps a batch of ten calls from taking every connection to the database", async () => {
    const calls = Array(10).fill("ads.search").join(",");
    let answered = false;
    const batch = test.app
      .inject({ method: "GET", url: `/trpc/${calls}?batch=1&input=%7B%7D` })
      .finally(() => {
        answered = true;
      });
    let mostWaiting = 0;
    while (!answered) {
      mostWaiting = Math.max(mostWaiting, countConnections(test.db).waiting);
      await turn();
    }
    const { statusCode } = await batch;
    expect(statusCode).toBe(200);
    // The one that asks is counted for a moment.
    expect(mostWaiting).toBeLessThanOrEqual(1);
  });
});
