import { monitorEventLoopDelay } from "node:perf_hooks";
import { Gauge, type Registry } from "prom-client";

const INTERVAL_MS = 1000;

/** Options of `collectDefaultMetrics` that make prom-client's own measurement cheap, because it cannot be turned off. */
export const RARE_MEASUREMENTS = { eventLoopMonitoringPrecision: 3_600_000 };

const REPLACED = ["", "_min", "_max", "_mean", "_stddev", "_p50", "_p90", "_p99"];

/**
 * Replaces prom-client's metrics of the event loop's lag. Theirs need a timer that fires a hundred times a second, which
 * cost an idle server more CPU time than everything else together. This one fires once a second.
 */
export function watchEventLoopLag(registry: Registry): void {
  for (const suffix of REPLACED) {
    registry.removeSingleMetric(`nodejs_eventloop_lag${suffix}_seconds`);
  }
  const intervals = monitorEventLoopDelay({ resolution: INTERVAL_MS });
  intervals.enable();
  new Gauge({
    name: "nodejs_eventloop_lag_p99_seconds",
    help: "99th percentile of the event loop's lag since the last scrape, in seconds, measured once a second",
    registers: [registry],
    collect() {
      const lagMs = intervals.percentile(99) / 1e6 - INTERVAL_MS;
      this.set(Math.max(0, lagMs) / 1000);
      intervals.reset();
    },
  });
}
