import { setImmediate as nextTurn } from "node:timers/promises";
import { collectDefaultMetrics, Registry } from "prom-client";
import { expect, it } from "vitest";
import { RARE_MEASUREMENTS, watchEventLoopLag } from "./event-loop-lag.ts";

const P99 = "nodejs_eventloop_lag_p99_seconds";

it("reports how long the event loop was blocked", async () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, ...RARE_MEASUREMENTS });
  watchEventLoopLag(registry);
  const blockAndRead = async () => {
    // The first measurement after a scrape only starts an interval.
    for (let n = 0; n < 3; n++) {
      block(1300);
      await nextTurn();
    }
    const [value] = (await registry.getSingleMetric(P99)?.get())?.values ?? [];
    return value?.value;
  };
  await expect.poll(blockAndRead, { timeout: 15_000 }).toBeGreaterThan(0.2);
  const names = registry.getMetricsAsArray().map(({ name }) => name);
  expect(names.filter((name) => name.includes("eventloop_lag"))).toEqual([P99]);
});

function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}
