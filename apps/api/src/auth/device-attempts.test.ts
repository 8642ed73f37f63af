import { deleteUserDevices } from "@studbook/db/queries/devices";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buildTestApp, createMember, PASSWORD, testConfig } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import {
  checkAttemptLimit,
  checkNetworkLimit,
  SIGN_INS_PER_DEVICE,
  SIGN_INS_PER_NETWORK,
} from "./attempt-limits.ts";
import { forgetBlockedNames } from "./blocked-names.ts";
import { hashToken } from "./lucia.ts";
import { type AttemptSubject, startPasswordAttempt } from "./sign-in-attempts.ts";

const DEVICE = "studbook-device";
const NOW = new Date("2026-06-01T12:00:00Z");
const config = testConfig("on");

const site = useTestApp();

let app: FastifyInstance;
beforeAll(async () => {
  app = await buildTestApp(site.db, { config });
  await site.setNow(NOW);
});
afterEach(forgetBlockedNames);
afterAll(() => app.close());

let addresses = 0;
/** Signs in, each time from a different address unless `from` has one. */
function login(
  username: string,
  password: string,
  from: { device?: string; address?: string } = {},
) {
  const { device } = from;
  const { address = `10.0.${addresses >> 8}.${addresses++ & 255}` } = from;
  return app.inject({
    method: "POST",
    url: "/api/login",
    remoteAddress: address,
    cookies: { ...(device && { [DEVICE]: device }) },
    payload: { username, password },
  });
}

/** Counts failures without the cost of their hashes. */
async function fail(times: number, subject: AttemptSubject): Promise<void> {
  for (let n = 0; n < times; n++) await startPasswordAttempt({ db: site.db, config }, subject);
}

const user = (id: string): AttemptSubject => ({ kind: "user", id });

/** Signs in and returns the browser's device token. */
async function signInOnDevice(username: string): Promise<string> {
  const { cookies } = await login(username, PASSWORD);
  return cookies.find(({ name }) => name === DEVICE)?.value ?? "";
}

describe("a remembered device", () => {
  it("is not locked out by failures elsewhere", async () => {
    const { id, username } = await createMember(site.db);
    const device = await signInOnDevice(username);
    await fail(10, user(id));
    expect((await login(username, PASSWORD)).statusCode).toBe(429);
    expect((await login(username, "wrong", { device })).statusCode).toBe(401);
    expect((await login(username, PASSWORD, { device })).statusCode).toBe(200);
    expect((await login(username, PASSWORD)).statusCode).toBe(429);
  });

  it("is not locked out by failures from its address, and does not count toward that address's limit", async () => {
    const { username } = await createMember(site.db);
    const other = await createMember(site.db);
    const address = "198.51.100.7";
    const device = await signInOnDevice(username);
    const othersDevice = await signInOnDevice(other.username);
    for (let n = 0; n < 99; n++) {
      await checkNetworkLimit({ db: site.db, config }, SIGN_INS_PER_NETWORK, address);
    }
    expect((await login(username, PASSWORD, { address, device })).statusCode).toBe(200);
    expect((await login(username, PASSWORD, { address })).statusCode).toBe(200);
    for (const cookie of [undefined, othersDevice, "made-up"]) {
      const from = cookie ? { address, device: cookie } : { address };
      expect((await login(username, PASSWORD, from)).statusCode).toBe(429);
    }
    expect((await login(username, "wrong", { address, device })).statusCode).toBe(401);
    expect((await login(username, PASSWORD, { address, device })).statusCode).toBe(200);
  });

  it("can sign in up to a hundred times in 15 minutes", async () => {
    const { username } = await createMember(site.db);
    const device = await signInOnDevice(username);
    const hash = hashToken(device);
    for (let n = 0; n < 99; n++) {
      await checkAttemptLimit({ db: site.db, config }, SIGN_INS_PER_DEVICE, hash);
    }
    expect((await login(username, PASSWORD, { device })).statusCode).toBe(200);
    expect((await login(username, PASSWORD, { device })).statusCode).toBe(429);
    expect((await login(username, PASSWORD)).statusCode).toBe(200);
  });

  it("has a separate limit of ten failures, also for concurrent attempts", async () => {
    const { username } = await createMember(site.db);
    const device = await signInOnDevice(username);
    await fail(7, { kind: "device", id: hashToken(device) });
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => login(username, "wrong", { device })),
    );
    const statuses = Map.groupBy(responses, ({ statusCode }) => statusCode);
    expect(statuses.get(401)).toHaveLength(3);
    expect(statuses.get(429)?.[0]?.headers["retry-after"]).toBe("30");
    expect((await login(username, PASSWORD, { device })).statusCode).toBe(429);
    expect((await login(username, PASSWORD)).statusCode).toBe(200);
  });

  it("has no separate limit for other accounts", async () => {
    const victim = await createMember(site.db);
    const attacker = await createMember(site.db);
    const device = await signInOnDevice(attacker.username);
    await fail(10, user(victim.id));
    for (const cookie of [undefined, device, "made-up"]) {
      const from = cookie ? { device: cookie } : {};
      expect((await login(victim.username, PASSWORD, from)).statusCode).toBe(429);
    }
    await fail(9, { kind: "name", id: "nobody.here" });
    expect((await login("nobody.here", "wrong", { device })).statusCode).toBe(401);
    expect((await login("nobody.here", "wrong", { device })).statusCode).toBe(429);
  });

  it("has no separate limit after it is forgotten", async () => {
    const { id, username } = await createMember(site.db);
    const device = await signInOnDevice(username);
    await fail(9, { kind: "device", id: hashToken(device) });
    await site.db.transaction().execute((tx) => deleteUserDevices(tx, id));
    await fail(10, user(id));
    expect((await login(username, PASSWORD, { device })).statusCode).toBe(429);
  });
});
