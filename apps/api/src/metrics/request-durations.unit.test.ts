import { Histogram, Registry } from "prom-client";
import { expect, it } from "vitest";
import { RequestDurations } from "./request-durations.ts";

const LABELS = ["route", "method", "status"] as const;
const configuration = { name: "seconds", help: "Help", labelNames: LABELS, buckets: [0.1, 1] };
const REQUESTS = [
  { labels: { route: "/a", method: "GET", status: 200 }, seconds: 0.1 },
  { labels: { route: "/b", method: "GET", status: 200 }, seconds: 0.11 },
  { labels: { route: "/a", method: "GET", status: 200 }, seconds: 7 },
  { labels: { route: "/a", method: "HEAD", status: 404 }, seconds: 0 },
];

it("is exported like a histogram of prom-client, also after a reset", async () => {
  const expected = new Registry();
  const theirs = new Histogram({ ...configuration, registers: [expected] });
  const actual = new Registry();
  const ours = new RequestDurations({ ...configuration, registers: [actual] });
  const observers = REQUESTS.map(({ labels }) => ours.observerOf(labels));
  const observe = () =>
    REQUESTS.forEach(({ labels, seconds }, n) => {
      theirs.observe(labels, seconds);
      observers[n]?.(seconds);
    });
  const sorted = async (registry: Registry) => (await registry.metrics()).split("\n").sort();
  observe();
  expect(await sorted(actual)).toEqual(await sorted(expected));
  expect(await sorted(actual)).toContain(
    'seconds_bucket{le="1",route="/a",method="GET",status="200"} 1',
  );
  theirs.reset();
  ours.reset();
  observe();
  expect(await sorted(actual)).toEqual(await sorted(expected));
});
