import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createUser } from "../../test/factories.ts";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import {
  DEVICE_DAYS,
  DEVICES_PER_USER,
  deleteUnusedDevices,
  deleteUserDevices,
  findDeviceUserId,
  insertDevice,
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

it("belongs to one account and is deleted with that account's devices", async () => {
  const owner = await createUser(test.db);
  const other = await createUser(test.db);
  const device = await createDevice(owner.id);
  const others = await createDevice(other.id);
  expect(await findDeviceUserId(test.db, device.hash)).toBe(owner.id);
  await test.db.transaction().execute((tx) => deleteUserDevices(tx, owner.id));
  expect(await findDeviceUserId(test.db, device.hash)).toBeUndefined();
  expect(await findDeviceUserId(test.db, others.hash)).toBe(other.id);
});

describe("a new device over the limit", () => {
  beforeEach(() => test.setNow(new Date("2026-06-01T12:00:00Z")));
  afterEach(() => test.setNow(null));

  /** Creates as many devices as an account remembers, one second apart. */
  async function createDevices(userId: string): Promise<{ hash: string; userId: string }[]> {
    const devices: { hash: string; userId: string }[] = [];
    for (let n = 0; n < DEVICES_PER_USER; n++) {
      devices.push(await createDevice(userId));
      await test.advance(1000);
    }
    return devices;
  }

  async function use(devices: { hash: string; userId: string }[]): Promise<void> {
    for (const device of devices) {
      await test.db.transaction().execute((tx) => touchDevice(tx, device));
      await test.advance(1000);
    }
  }

  it("replaces the oldest device that never came back, even if many clients without cookies sign in", async () => {
    const { id } = await createUser(test.db);
    const [browser, phone, next, ...others] = await createDevices(id);
    if (!browser || !phone || !next) throw new Error("There are too few devices");
    await use([browser, phone]);
    const program = await createDevice(id);
    expect(await listHashes(id)).not.toContain(next.hash);
    expect(await listHashes(id)).toEqual(
      expect.arrayContaining([...others.map(({ hash }) => hash), program.hash]),
    );
    for (let n = 0; n < 2 * DEVICES_PER_USER; n++) {
      await test.advance(1000);
      await createDevice(id);
    }
    expect(await listHashes(id)).toHaveLength(DEVICES_PER_USER);
    expect(await listHashes(id)).toEqual(expect.arrayContaining([browser.hash, phone.hash]));
  });

  it("replaces the least recently used device if all came back, and not itself", async () => {
    const { id } = await createUser(test.db);
    const devices = await createDevices(id);
    await use(devices.toReversed());
    const newest = await createDevice(id);
    const hashes = await listHashes(id);
    expect(hashes).toHaveLength(DEVICES_PER_USER);
    expect(hashes).toContain(newest.hash);
    expect(hashes).not.toContain(devices.at(-1)?.hash);
  });
});

it("is limited per account when 30 sign in concurrently", async () => {
  const { id } = await createUser(test.db);
  await Promise.all(Array.from({ length: 30 }, () => createDevice(id)));
  expect(await listHashes(id)).toHaveLength(DEVICES_PER_USER);
});

it("is deleted a year after its last use", async () => {
  const { id } = await createUser(test.db);
  const unused = await createDevice(id);
  const used = await createDevice(id);
  await test.advance(DEVICE_DAYS * DAY_MS - 60_000);
  await test.db.transaction().execute((tx) => touchDevice(tx, used));
  expect(await findDeviceUserId(test.db, unused.hash)).toBe(id);
  await test.advance(60_000);
  await deleteUnusedDevices(test.db);
  expect(await listHashes(id)).toEqual([used.hash]);
  await test.setNow(null);
});
