import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { buildTestApp, createMember, PASSWORD, testConfig } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import type { Caller } from "../fair-gate.ts";
import { gates } from "../gate.ts";
import { attemptKey } from "./attempt-limits.ts";
import { anonymousCaller, hashQueue, MAX_CONCURRENT_HASHES } from "./passwords.ts";

const DEVICE = "studbook-device";
/** How many callers of one network can wait in the queue. */
const NETWORK_SHARE = 32;
const HOLDER: Caller = { lane: "known", owner: "test" };

const site = useTestApp();

let releaseAll: () => void;
let releaseOne: () => void;
/** Occupies all slots of the queue until the test releases them. */
beforeEach(() => {
  const one = Promise.withResolvers<void>();
  const others = Promise.withResolvers<void>();
  for (let n = 0; n < MAX_CONCURRENT_HASHES; n++) {
    void hashQueue.run(HOLDER, () => (n === 0 ? one : others).promise);
  }
  releaseOne = one.resolve;
  releaseAll = () => {
    one.resolve();
    others.resolve();
  };
  return () => releaseAll();
});

const waitForQueueLength = (n: number) =>
  vi.waitFor(() => expect(gates.get("hash")?.().waiting).toBe(n), { timeout: 10_000, interval: 5 });

function login(username: string, password: string, address: string, device = "") {
  return site.app.inject({
    method: "POST",
    url: "/api/login",
    remoteAddress: address,
    cookies: { ...(device && { [DEVICE]: device }) },
    payload: { username, password },
  });
}

/** Fills a network's share of the queue. Call the returned function to remove its callers. */
function flood(address: string): () => Promise<unknown> {
  const callers = new AbortController();
  const caller = anonymousCaller({
    address,
    closed: () => callers.signal,
    releaseSlot: () => undefined,
  });
  const runs = Array.from({ length: NETWORK_SHARE }, () =>
    hashQueue.run(caller, async () => undefined).catch(() => undefined),
  );
  return () => {
    callers.abort();
    return Promise.all(runs);
  };
}

/** Creates a member and signs in once, which remembers the device. Frees one slot, because the sign-in needs it. */
async function createMemberWithDevice(): Promise<{ id: string; username: string; device: string }> {
  releaseOne();
  const { id, username } = await createMember(site.db);
  const { cookies } = await login(username, PASSWORD, "10.1.1.1");
  return { id, username, device: cookies.find(({ name }) => name === DEVICE)?.value ?? "" };
}

describe("while all slots are in use", () => {
  it("sign-ins are queued by network, and those from a remembered device by user", async () => {
    const member = await createMemberWithDevice();
    const held = Promise.withResolvers<void>();
    void hashQueue.run(HOLDER, () => held.promise);
    const run = vi.spyOn(hashQueue, "run");
    const queued = [
      login(member.username, PASSWORD, "10.2.2.2"),
      login("nobody", PASSWORD, "2001:db8:1:2::3"),
      login(member.username, PASSWORD, "10.2.2.2", member.device),
    ];
    await waitForQueueLength(queued.length);
    expect(run.mock.calls.map(([caller]) => caller)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          lane: "anonymous",
          owner: "10.2.2.2",
          neighborhood: "10.2.2.0/24",
        }),
        expect.objectContaining({
          lane: "anonymous",
          owner: "2001:db8:1:2::/64",
          neighborhood: "2001:db8:1::/48",
        }),
        expect.objectContaining({
          lane: "known",
          owner: member.id,
          neighborhood: "10.2.2.0/24",
        }),
      ]),
    );
    run.mockRestore();
    held.resolve();
    const responses = await Promise.all(queued);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 401, 200]);
  });

  it("a sign-in gets a 503 if its network's share is full, unless its device is remembered", async () => {
    const member = await createMemberWithDevice();
    const held = Promise.withResolvers<void>();
    void hashQueue.run(HOLDER, () => held.promise);
    const endFlood = flood("10.4.4.4");
    const refused = await login(member.username, PASSWORD, "10.4.4.4");
    expect(refused.statusCode).toBe(503);
    expect(refused.headers["retry-after"]).toBe("5");
    expect(refused.json()).toMatchObject({ code: "BUSY" });
    const served = [
      login(member.username, PASSWORD, "10.5.5.5"),
      login(member.username, PASSWORD, "10.4.4.4", member.device),
    ];
    await waitForQueueLength(NETWORK_SHARE + served.length);
    await endFlood();
    held.resolve();
    for (const { statusCode } of await Promise.all(served)) expect(statusCode).toBe(200);
  });
});

describe("an attempt that is refused because the queue is full", () => {
  it.each([
    ["sign-in-address", "/api/login", { username: "nobody.there", password: "wrong" }],
    [
      "sign-up-address",
      "/api/signup",
      { username: "new.member", password: "kR7-ploof-x", membershipTier: "basic" },
    ],
  ])("counts toward its network's limit (%s)", async (kind, url, payload) => {
    const limited = await buildTestApp(site.db, { config: testConfig("on") });
    const endFlood = flood("10.6.6.6");
    const post = () => limited.inject({ method: "POST", url, remoteAddress: "10.6.6.6", payload });
    for (let n = 0; n < 2; n++) expect((await post()).statusCode).toBe(503);
    await endFlood();
    await limited.close();
    const key = attemptKey(kind, ["10.6.6.6"]);
    expect(await site.run("select n from tries where key = $1", [key])).toEqual([{ n: 2 }]);
  });
});

describe("a sign-in whose connection closes while it waits", () => {
  let limited: Awaited<ReturnType<typeof buildTestApp>>;
  beforeAll(async () => {
    limited = await buildTestApp(site.db, { config: testConfig("on") });
    await limited.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(() => limited.close());

  it("leaves the queue, its password is not checked, and the attempt is not counted", async () => {
    const { id, username } = await createMember(site.db);
    const address = limited.server.address();
    const socket = connect(typeof address === "object" && address ? address.port : 0, "127.0.0.1");
    const body = JSON.stringify({ username, password: "wrong" });
    socket.write(
      `POST /api/login HTTP/1.1\r\nhost: studbook.test\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await waitForQueueLength(1);
    const countAttempts = () => site.run("select cardinality(tried_at) as n from sign_in_tries");
    expect(await countAttempts()).toEqual([{ n: 1 }]);
    socket.destroy();
    await once(socket, "close");
    await waitForQueueLength(0);
    await vi.waitFor(async () => expect(await countAttempts()).toEqual([{ n: 0 }]), 10_000);
    releaseAll();
    const failed = site.db.selectFrom("auditLog").select("id").where("subjectId", "=", id);
    expect(await failed.execute()).toEqual([]);
  });
});
