import { createDatabaseClock, type DatabaseClock } from "@studbook/db/clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeWebApp } from "../test/fake-web-app.ts";
import { createAdmin, createMember, newAdFields, signInAs, testConfig } from "../test/test-app.ts";
import { useTestApp } from "../test/use-test-app.ts";
import { IDLE_SECONDS } from "./auth/lucia.ts";
import { createStripe } from "./payments/stripe-client.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Ten seconds before a new day, by the database's clock. */
const NOW = new Date("2026-06-01T23:59:50Z");

const SECRET = "whsec_of_tests";

let clock: DatabaseClock;
const site = useTestApp({
  parts: {
    clock: () => clock.now(),
    webApp: fakeWebApp({
      clientDir: import.meta.dirname,
      render: async ({ settings }) => ({ kind: "page", status: 200, html: settings.today }),
      renderShell: ({ today }) => today,
    }),
  },
});
const { webhooks } = createStripe(testConfig().stripe);

/** Sets the database's clock. */
async function setNow(seconds: number): Promise<void> {
  await site.setNow(new Date(NOW.getTime() + seconds * 1000));
  await clock.refresh();
}

const statusOfMe = async (cookie: string) =>
  (await site.app.inject({ url: "/api/auth/me", headers: { cookie } })).statusCode;

describe.each([
  ["ten minutes slow", -10 * MINUTE_MS],
  ["ten minutes fast", 10 * MINUTE_MS],
  ["a day slow", -DAY_MS],
  ["a day fast", DAY_MS],
])("a server whose clock is %s", (_how, offBy) => {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW.getTime() + offBy });
    clock = createDatabaseClock(site.db, {
      onError(error) {
        throw error;
      },
    });
  });
  beforeEach(() => setNow(0));
  afterAll(() => void vi.useRealTimers());

  it("ends sessions at their last instant, and extends them after half of their time", async () => {
    const { id } = await createMember(site.db);
    const [unused, used] = [await signInAs(site.db, id), await signInAs(site.db, id)];
    const send = (cookie: string) => site.app.inject({ url: "/api/auth/me", headers: { cookie } });
    await setNow(IDLE_SECONDS / 2 - 1);
    expect((await send(used)).cookies).toEqual([]);
    await setNow(IDLE_SECONDS / 2 + 1);
    expect((await send(used)).cookies).toEqual([
      expect.objectContaining({ maxAge: IDLE_SECONDS, name: "studbook" }),
      expect.objectContaining({ maxAge: IDLE_SECONDS, name: "viewer", value: "member" }),
    ]);
    await setNow(IDLE_SECONDS - 1);
    const last = await signInAs(site.db, id);
    await setNow(IDLE_SECONDS);
    expect(await statusOfMe(unused)).toBe(401);
    expect(await statusOfMe(used)).toBe(200);
    expect(await statusOfMe(last)).toBe(200);
  });

  it("accepts a birthdate from the first second of its day on", async () => {
    const { id, cookie } = await createMember(site.db);
    const fields = await newAdFields(site.db, id);
    const create = (birthdate: string) =>
      site.app.inject({
        method: "POST",
        url: "/api/ads",
        headers: { cookie },
        payload: { ...fields, birthdate },
      });
    await setNow(9);
    expect((await create("2026-06-02")).json().issues).toEqual([
      { path: "birthdate", message: "Birthdate cannot be in the future" },
    ]);
    await setNow(10);
    expect((await create("2026-06-02")).statusCode).toBe(201);
  });

  it("shows the database's day on pages and in the names of downloads", async () => {
    const { cookie } = await createAdmin(site.db);
    for (const [seconds, day] of [
      [9, "2026-06-01"],
      [10, "2026-06-02"],
    ] as const) {
      await setNow(seconds);
      expect((await site.app.inject("/")).body).toBe(day);
      for (const name of ["users", "ads"]) {
        const url = `/api/admin/${name}.csv`;
        const download = await site.app.inject({ url, headers: { cookie } });
        expect(download.headers["content-disposition"]).toContain(`studbook-${name}-${day}.csv`);
      }
    }
  });

  it.each([
    [-301, 400],
    [-300, 200],
    [300, 200],
    [301, 400],
  ])("responds to a webhook that was signed at %d s with %d", async (seconds, status) => {
    const payload = JSON.stringify({
      id: `evt_${seconds}`,
      object: "event",
      type: "customer.created",
      data: { object: { id: "cus_1", object: "customer" } },
    });
    const timestamp = NOW.getTime() / 1000 + seconds;
    const signature = webhooks.generateTestHeaderString({ payload, secret: SECRET, timestamp });
    const response = await site.app.inject({
      method: "POST",
      url: "/api/stripe/webhook",
      headers: { "content-type": "application/json", "stripe-signature": signature },
      payload,
    });
    expect(response.statusCode).toBe(status);
  });
});
