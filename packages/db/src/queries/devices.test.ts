import { afterAll, beforeAll, expect, it } from "vitest";
import { createUser } from "../test-factories.ts";
import { createTestDb, type TestDb } from "../testing.ts";
import {
  DEVICE_DAYS,
  DEVICES_PER_USER,
  deleteUnusedDevices,
  deleteUserDevices,
  insertDevice,
  isDeviceOf,
  touchDevice,
} from "./devices.ts";
import { lockUser } from "./users.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
afterAll(() => test.drop());

async function createDevice(userId: string): Promise<{ hash: string; userId: string }> {
  const device = { hash: crypto.randomUUID(), userId };
  await test.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    await insertDevice(tx, device);
  });
  return device;
}

async function listHashes(userId: string): Promise<string[]> {
  const rows = await test.db
    .selectFrom("devices")
    .select("hash")
    .where("userId", "=", userId)
    .execute();
  return rows.map(({ hash }) => hash);
}

it("belongs to one account and ends with all of that account's devices", async () => {
  const [owner, other] = [await createUser(test.db), await createUser(test.db)];
  const device = await createDevice(owner.id);
  const others = await createDevice(other.id);
  expect(await isDeviceOf(test.db, device)).toBe(true);
  expect(await isDeviceOf(test.db, { ...device, userId: other.id })).toBe(false);
  await test.db.transaction().execute((tx) => deleteUserDevices(tx, owner.id));
  expect(await isDeviceOf(test.db, device)).toBe(false);
  expect(await isDeviceOf(test.db, others)).toBe(true);
});

it("makes room for a new one by forgetting the one unused for longest", async () => {
  const { id } = await createUser(test.db);
  await test.setNow(new Date("2026-06-01T12:00:00Z"));
  const devices: { hash: string; userId: string }[] = [];
  for (let n = 0; n < DEVICES_PER_USER; n++) {
    devices.push(await createDevice(id));
    await test.advance(1000);
  }
  const [first, second] = devices;
  await test.db.transaction().execute((tx) => touchDevice(tx, first ?? { hash: "", userId: id }));
  const newest = await createDevice(id);
  const hashes = await listHashes(id);
  expect(hashes).toHaveLength(DEVICES_PER_USER);
  expect(hashes).toEqual(expect.arrayContaining([first?.hash, newest.hash]));
  expect(hashes).not.toContain(second?.hash);
  await test.setNow(null);
});

it("keeps to the limit when 30 sign in at once", async () => {
  const { id } = await createUser(test.db);
  await Promise.all(Array.from({ length: 30 }, () => createDevice(id)));
  expect(await listHashes(id)).toHaveLength(DEVICES_PER_USER);
});

it("is forgotten a year after its last use", async () => {
  const { id } = await createUser(test.db);
  const unused = await createDevice(id);
  const used = await createDevice(id);
  await test.advance(DEVICE_DAYS * DAY_MS - 60_000);
  await test.db.transaction().execute((tx) => touchDevice(tx, used));
  expect(await isDeviceOf(test.db, unused)).toBe(true);
  await test.advance(60_000);
  await deleteUnusedDevices(test.db);
  expect(await listHashes(id)).toEqual([used.hash]);
  await test.setNow(null);
});
