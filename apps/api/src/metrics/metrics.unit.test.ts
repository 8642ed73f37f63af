import { beforeEach, expect, it, vi } from "vitest";

// Others may have counted in this process.
beforeEach(() => void vi.resetModules());

it.each([
  "studbook_payments_total",
  "studbook_provider_failures_total",
  "studbook_webhooks_total",
  "studbook_mails_total",
])("%s is at 0 before its first event, so that increase() sees it", async (name) => {
  const { registry } = await import("./metrics.ts");
  const lines = (await registry.getSingleMetricAsString(name)).split("\n");
  const series = lines.filter((line) => line.startsWith(`${name}{`));
  expect(series.length).toBeGreaterThan(3);
  expect(series.filter((line) => !line.endsWith(" 0"))).toEqual([]);
});
