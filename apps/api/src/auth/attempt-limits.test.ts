import { describe, expect, it } from "vitest";
import { buildTestApp, testConfig } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { attemptKey, checkNetworkLimit, countWithinNetworkLimit } from "./attempt-limits.ts";

const config = testConfig("on");

const site = useTestApp();

/** Makes one concurrent attempt per address with a limit of five per network. Returns how many are allowed. */
async function countAllowed(kind: string, addresses: string[]): Promise<number> {
  const limit = { kind, attempts: 5, seconds: 60 };
  const silent = { ...limit, kind: `${kind}-silent` };
  const results = await Promise.all(
    addresses.map((address) => countWithinNetworkLimit({ db: site.db, config }, silent, address)),
  );
  const attempts = await Promise.allSettled(
    addresses.map((address) => checkNetworkLimit({ db: site.db, config }, limit, address)),
  );
  const allowed = attempts.filter(({ status }) => status === "fulfilled").length;
  expect(results.filter(Boolean)).toHaveLength(allowed);
  return allowed;
}

const times = (length: number, address: (n: number) => string) =>
  Array.from({ length }, (_, n) => address(n));

describe("a network limit", () => {
  it("counts each IPv4 address separately", async () => {
    expect(
      await countAllowed(
        "v4",
        times(20, (n) => `203.0.113.${n}`),
      ),
    ).toBe(20);
    expect(
      await countAllowed(
        "one-v4",
        times(20, () => "203.0.113.1"),
      ),
    ).toBe(5);
  });

  it("counts the addresses of an IPv6 /64 together", async () => {
    expect(
      await countAllowed(
        "v6-64",
        times(20, (n) => `2001:db8:1:2::${n}`),
      ),
    ).toBe(5);
  });

  it("allows an IPv6 /48 ten times as many attempts", async () => {
    expect(
      await countAllowed(
        "v6-48",
        times(70, (n) => `2001:db8:1:${n}::1`),
      ),
    ).toBe(50);
    expect(
      await countAllowed(
        "v6",
        times(70, (n) => `2001:db8:${n}::1`),
      ),
    ).toBe(70);
  });
});

it("sign-ins count toward their network's limit", async () => {
  const app = await buildTestApp(site.db, { config });
  for (const remoteAddress of ["2001:db8:5:6::1", "2001:db8:5:6:7:8:9:a", "2001:db8:5:7::1"]) {
    const payload = { username: "nobody.there", password: "wrong" };
    await app.inject({ method: "POST", url: "/api/login", remoteAddress, payload });
  }
  await app.close();
  const keys = ["2001:db8:5:6::/64", "2001:db8:5:7::/64", "2001:db8:5::/48"].map((network) =>
    attemptKey("sign-in-address", [network]),
  );
  const rows = await site.db
    .selectFrom("tries")
    .select(["key", "n"])
    .where("key", "in", keys)
    .execute();
  const counted = new Map(rows.map(({ key, n }) => [key, n]));
  expect(keys.map((key) => counted.get(key))).toEqual([2, 1, 3]);
});
