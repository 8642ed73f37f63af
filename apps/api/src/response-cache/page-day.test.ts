import { createDatabaseClock, readClock } from "@studbook/db/clock";
import { createTestDb } from "@studbook/db/test/test-db";
import { DAY_MS } from "@studbook/domain/day";
import pino from "pino";
import { expect, it } from "vitest";
import { fakeWebApp } from "../../test/fake-web-app.ts";
import { buildTestApp } from "../../test/test-app.ts";
import { ResponseCache } from "./response-cache.ts";

it("a page is not stored while its clock differs from the database's, which was set", async () => {
  await using stops = new AsyncDisposableStack();
  const test = await createTestDb();
  stops.defer(() => test.drop());
  const clock = createDatabaseClock(test.db, {
    onError(error) {
      throw error;
    },
  });
  // At noon, so that the day does not end during the test.
  await test.advance(DAY_MS / 2 - (Date.now() % DAY_MS));
  await clock.refresh();
  const logger = pino({ level: "silent" });
  const cache = new ResponseCache({ maxBytes: 1_000_000, databaseUrl: test.url, logger });
  stops.defer(() => cache.close());
  const webApp = fakeWebApp({
    render: async ({ settings }) => ({ kind: "page", status: 200, html: settings.today }),
  });
  const app = await buildTestApp(test.db, { cache, webApp, clock: clock.now });
  stops.defer(() => app.close());
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  const readDay = async () => (await fetch(`${url}/`)).text();

  for (const ms of [DAY_MS, -DAY_MS]) {
    await test.advance(ms);
    const day = (await readClock(test.db)).toISOString().slice(0, 10);
    await cache.freshness.catchUp();
    // The clock of pages is read every ten seconds.
    await readDay();
    await clock.refresh();
    const { hits } = cache;
    expect([await readDay(), await readDay(), cache.hits - hits]).toEqual([day, day, 1]);
  }
});
