import { expect, it } from "vitest";
import { History, type Version } from "./history.ts";

const MINUTE_MS = 60_000;
const NOW = 10 * MINUTE_MS;

function version(n: number, committedAt: number): Version {
  return {
    adId: "ad",
    userId: "owner",
    version: `version ${n}`,
    committedAt,
    isDeleted: false,
    breed: "Boxer",
    state: "OH",
    createdAt: "2026-01-01",
    listedUntil: Number.POSITIVE_INFINITY,
  };
}

it("knows an old version after a response that was requested earlier than those before it", () => {
  const history = new History();
  history.add(version(1, NOW - 3 * MINUTE_MS));
  history.add(version(2, NOW - MINUTE_MS - 1));
  history.sort(NOW);
  // A paused server has answered after seconds.
  history.sort(NOW - 5000);
  const shown = { kind: "one", adId: "ad", version: "version 2" } as const;
  expect(history.findMatch(shown, NOW, NOW)?.until).toBe(Number.POSITIVE_INFINITY);
});
