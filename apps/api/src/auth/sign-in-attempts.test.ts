import { deleteSignInAttempts } from "@studbook/db/queries/sign-in-attempts";
import { recordStatements } from "@studbook/db/test/record-statements";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { buildTestApp, createMember, PASSWORD, testConfig } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { cliOperator } from "../admin/operator.ts";
import { resetPassword } from "../admin/reset-password.ts";
import { attemptKey } from "./attempt-limits.ts";
import { forgetBlockedNames } from "./blocked-names.ts";

import { type AttemptSubject, startPasswordAttempt } from "./sign-in-attempts.ts";

const config = testConfig("on");

const site = useTestApp();

let app: FastifyInstance;
let now = new Date(0);
beforeAll(async () => {
  app = await buildTestApp(site.db, { config });
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  now = new Date("2026-06-01T12:00:00Z");
  await site.setNow(now);
});
afterEach(() => {
  vi.useRealTimers();
  forgetBlockedNames();
});
afterAll(() => app.close());

type From = { to?: FastifyInstance; address?: string; forwarded?: string };

/** Sets the database's clock, and lets the same time pass in the process. */
async function setNow(time: string | number): Promise<void> {
  const next = new Date(time);
  vi.advanceTimersByTime(Math.max(0, next.getTime() - now.getTime()));
  now = next;
  await site.setNow(now);
}

const wait = (seconds: number) => setNow(now.getTime() + seconds * 1000);

let addresses = 0;
/** Signs in, each time from a different address unless `from` has one. */
function login(username: string, password: string, from: From = {}) {
  const { to = app, forwarded } = from;
  const { address = `10.0.${addresses >> 8}.${addresses++ & 255}` } = from;
  return to.inject({
    method: "POST",
    url: "/api/login",
    remoteAddress: address,
    headers: { ...(forwarded && { "x-forwarded-for": forwarded }) },

    payload: { username, password },
  });
}

/** Counts failures without the cost of their hashes. */
async function fail(times: number, subject: AttemptSubject): Promise<void> {
  for (let n = 0; n < times; n++) await startPasswordAttempt({ db: site.db, config }, subject);
}

const user = (id: string): AttemptSubject => ({ kind: "user", id });

describe("an account's limit on sign-in attempts", () => {
  it("allows ten of 50 concurrent attempts from 50 addresses on two servers", async () => {
    const { username } = await createMember(site.db);
    const other = await buildTestApp(site.db, { config });
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, n) => login(username, "wrong", { to: n % 2 ? app : other })),
    );
    const statuses = Map.groupBy(responses, ({ statusCode }) => statusCode);
    expect(statuses.get(401)).toHaveLength(10);
    expect(statuses.get(429)).toHaveLength(40);
    await other.close();
  });

  it("gives existing and unknown accounts the same responses through several blocks", async () => {
    const member = await createMember(site.db);
    const inactive = await createMember(site.db, { isActive: false });
    const subjects: [string, AttemptSubject][] = [
      [member.username, user(member.id)],
      [inactive.username, user(inactive.id)],
      ["nobody-at-all", { kind: "name", id: "nobody-at-all" }],
      ["no such name!", { kind: "name", id: "no such name!" }],
    ];
    for (const [, subject] of subjects) await fail(9, subject);
    const seen = subjects.map(() => [] as unknown[]);
    for (const seconds of [0, 30]) {
      await wait(seconds);
      for (const [n, [typed]] of subjects.entries()) {
        for (const password of ["wrong", PASSWORD]) {
          const { statusCode, headers, body } = await login(typed, password);
          const { "x-request-id": _id, date: _date, ...others } = headers;
          seen[n]?.push({ statusCode, headers: others, body });
        }
      }
    }
    expect(seen[0]).toMatchObject([
      { statusCode: 401 },
      { statusCode: 429, headers: { "retry-after": "30" } },
      { statusCode: 401 },
      { statusCode: 429, headers: { "retry-after": "60" } },
    ]);
    for (const responses of seen) expect(responses).toEqual(seen[0]);
  });

  it("counts all spellings of a username together", async () => {
    const { id, username } = await createMember(site.db);
    await fail(9, user(id));
    expect((await login(` ${username.toUpperCase()} `, "wrong")).statusCode).toBe(401);
    expect((await login(username, PASSWORD)).statusCode).toBe(429);
    await fail(9, { kind: "name", id: "nobody.spelled" });
    expect((await login("NOBODY.spelled", "wrong")).statusCode).toBe(401);
    expect((await login("nobody.SPELLED", "wrong")).statusCode).toBe(429);
  });

  it("does not count attempts with an account's ID as the username for the account", async () => {
    const { id, username } = await createMember(site.db);
    await fail(10, { kind: "name", id });
    expect((await login(username, PASSWORD)).statusCode).toBe(200);
  });

  it("resets the failures after a correct password", async () => {
    const { id, username } = await createMember(site.db);
    await fail(9, user(id));
    expect((await login(username, PASSWORD)).statusCode).toBe(200);
    await fail(9, user(id));
    expect((await login(username, PASSWORD)).statusCode).toBe(200);
  });

  it("resets only the account whose password an operator resets", async () => {
    const locked = await createMember(site.db);
    const other = await createMember(site.db);
    for (const { id } of [locked, other]) await fail(10, user(id));
    expect((await login(locked.username, PASSWORD)).statusCode).toBe(429);
    const operator = { ...cliOperator(site.db), enqueue: async () => undefined };
    const password = await resetPassword(operator, locked.id);
    expect((await login(locked.username, password)).statusCode).toBe(200);
    expect((await login(other.username, PASSWORD)).statusCode).toBe(429);
  });

  it("allows the first attempt after a block on this server, even if a refusal was just repeated", async () => {
    const { id, username } = await createMember(site.db);
    await fail(10, user(id));
    await setNow(now.getTime() + 29_900);
    expect((await login(username, "wrong")).statusCode).toBe(429);
    await setNow(now.getTime() + 200);
    expect((await login(username, PASSWORD)).statusCode).toBe(200);
  });

  it("queries the database once per second while an account is blocked, for all spellings of the name", async () => {
    const { id, username } = await createMember(site.db);
    for (const [subject, typed] of [
      [user(id), username],
      [{ kind: "name", id: "nobody.guessed" }, "nobody.guessed"],
    ] as const) {
      await fail(10, subject);
      const first = await login(typed, "wrong");
      expect(first.statusCode).toBe(429);
      const record = recordStatements();
      for (const spelled of [typed, ` ${typed.toUpperCase()} `]) {
        const { statusCode, body } = await login(spelled, PASSWORD);
        expect({ statusCode, body }).toEqual({ statusCode: 429, body: first.body });
      }
      record.stop();
      expect(record.statements).toEqual([]);
    }
    await deleteSignInAttempts(site.db, attemptKey("user", [id]));
    expect((await login(username, PASSWORD)).statusCode).toBe(429);
    await wait(1);
    expect((await login(username, PASSWORD)).statusCode).toBe(200);
  });
});

describe("the address that attempts count against", () => {
  const countOf = async (address: string) =>
    await site.db
      .selectFrom("tries")
      .select("n")
      .where("key", "=", attemptKey("sign-in-address", [address]))
      .executeTakeFirst();

  it("is that of the connection, unless a trusted proxy forwards another", async () => {
    const { username } = await createMember(site.db);
    const proxied = await buildTestApp(site.db, {
      config: { ...config, trustProxy: ["10.9.9.9"] },
    });
    for (const forwarded of ["203.0.113.1", "203.0.113.2"]) {
      await login(username, PASSWORD, { address: "10.9.9.9", forwarded });
    }
    expect(await countOf("10.9.9.9")).toEqual({ n: 2 });
    expect(await countOf("203.0.113.1")).toBeUndefined();
    const chain = "203.0.113.3, 203.0.113.4";
    await login(username, PASSWORD, { to: proxied, address: "10.9.9.9", forwarded: chain });
    await login(username, PASSWORD, { to: proxied, address: "10.8.8.8", forwarded: chain });
    expect(await countOf("203.0.113.4")).toEqual({ n: 1 });
    expect(await countOf("10.8.8.8")).toEqual({ n: 1 });
    expect(await countOf("203.0.113.3")).toBeUndefined();
    await proxied.close();
  });
});

describe("the audit log", () => {
  const refusalsOf = (subjectId: string) =>
    site.db
      .selectFrom("auditLog")
      .select("details")
      .where("action", "=", "auth.sign-in-refused")
      .where("subjectId", "=", subjectId)
      .orderBy("id")
      .execute();

  it("has few records of the refusals of an account, each with their number", async () => {
    const { id, username } = await createMember(site.db);
    await fail(10, user(id));
    const flood = await Promise.all(Array.from({ length: 120 }, () => login(username, "wrong")));
    expect(new Set(flood.map(({ statusCode }) => statusCode))).toEqual(new Set([429]));
    expect((await refusalsOf(id)).map(({ details }) => details)).toEqual([
      { refusals: 1 },
      { refusals: 10 },
      { refusals: 100 },
    ]);
  });

  it("has few records of the refusals of a network, whatever names it tries", async () => {
    const before = await countRefusals();
    const address = "192.0.2.77";
    for (let n = 0; n < 130; n++) await login(`guess-${n}`, "wrong", { address });
    // 100 attempts are allowed, so 30 are refused.
    expect((await countRefusals()) - before).toBe(2);
  });

  const countRefusals = async () => {
    const [row] = await site.run(
      "select count(*)::integer as n from audit_log where action = 'auth.sign-in-refused'",
    );
    return Number(row?.n);
  };
});
