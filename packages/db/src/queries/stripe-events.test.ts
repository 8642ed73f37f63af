import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import { deleteOldStripeEvents, insertStripeEvent } from "./stripe-events.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

let studbook: TestDb;
beforeAll(async () => {
  studbook = await createTestDb();
});
afterAll(() => studbook.drop());

test("events are recorded once and deleted after 60 days", async () => {
  const record = () =>
    studbook.db
      .transaction()
      .execute((tx) => insertStripeEvent(tx, { id: "evt_1", type: "charge.refunded" }));
  expect(await record()).toBe(true);
  expect(await record()).toBe(false);
  expect(await deleteOldStripeEvents(studbook.db)).toBe(0);
  await studbook.advance(60 * DAY_MS);
  expect(await deleteOldStripeEvents(studbook.db)).toBe(1);
});
