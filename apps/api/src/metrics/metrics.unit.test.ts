import { beforeEach, expect, it, vi } from "vitest";

// Other tests in this process may have counted events.
beforeEach(() => void vi.resetModules());

it.each([
  "studbook_payments_total",
  "studbook_provider_failures_total",
  "studbook_webhooks_total",
  "studbook_mails_total",
])("%s starts at 0, so that increase() sees its first event", async (name) => {
  const { registry } = await import("./metrics.ts");
  const lines = (await registry.getSingleMetricAsString(name)).split("\n");
  const series = lines.filter((line) => line.startsWith(`${name}{`));
  expect(series.length).toBeGreaterThan(3);
  expect(series.filter((line) => !line.endsWith(" 0"))).toEqual([]);
});
