import { createDb, type Db } from "@studbook/db/client";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  buildTestApp,
  createMember,
  newAdFields,
  PASSWORD,
  testConfig,
} from "../../test/test-app.ts";

const HALF_A_WEEK_MS = 4 * 24 * 60 * 60 * 1000;

describe("on a full disk of the database", () => {
  let test: TestDb;
  let app: FastifyInstance;
  beforeAll(async () => {
    test = await createTestDb();
    await test.run(
      `create function fill_disk() returns trigger language plpgsql as
       $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`,
    );
    app = await buildTestApp(test.db, { config: testConfig("on") });
  });
  afterAll(async () => {
    await app.close();
    await test.drop();
  });

  const whileFull = async (table: string, change: string, work: () => Promise<void>) => {
    await test.run(
      `create trigger fill_disk before ${change} on ${table} execute function fill_disk()`,
    );
    await work();
    await test.run(`drop trigger fill_disk on ${table}`);
  };
  const post = (url: string, payload: object) => app.inject({ method: "POST", url, payload });

  it("a change gets a 503 that says so", async () => {
    const { cookie } = await createMember(test.db);
    await whileFull("users", "update", async () => {
      const response = await app.inject({
        method: "PATCH",
        url: "/api/account/info",
        headers: { cookie },
        payload: { firstName: "Ann" },
      });
      expect([response.statusCode, response.headers["retry-after"]]).toEqual([503, "2"]);
      expect(response.json()).toMatchObject({
        code: "NOT_READY",
        error: expect.stringContaining("Changes cannot be saved"),
      });
    });
  });

  it("purchases and exports count toward no limit", async () => {
    const fields = { membershipTier: null, membershipExpiresAt: null };
    const { cookie } = await createMember(test.db, fields);
    const headers = { cookie };
    const buy = () =>
      app.inject({
        method: "POST",
        url: "/api/create-payment-intent",
        headers,
        payload: { membershipTier: "basic" },
      });
    const exportAll = () => app.inject({ url: "/api/account/export", headers });
    await whileFull("payment_attempts", "insert", async () => {
      for (let n = 0; n < 65; n++) expect((await buy()).statusCode).toBe(503);
    });
    // Nothing listens at the address of Stripe.
    expect((await buy()).statusCode).toBe(502);
    await whileFull("audit_log", "insert", async () => {
      for (let n = 0; n < 15; n++) expect((await exportAll()).statusCode).toBe(503);
    });
    expect((await exportAll()).statusCode).toBe(200);
  });

  it("sign-ins and sign-ups count toward no limit", async () => {
    const { username } = await createMember(test.db);
    const signIn = () => post("/api/login", { username, password: PASSWORD });
    const signUp = () =>
      post("/api/signup", {
        username: "new.owner",
        password: "stud-owner",
        membershipTier: "basic",
      });
    await whileFull("sessions", "insert", async () => {
      // More than an account may fail, and a network may sign up.
      for (let n = 0; n < 15; n++) expect((await signIn()).statusCode).toBe(503);
      for (let n = 0; n < 65; n++) expect((await signUp()).statusCode).toBe(503);
    });
    expect((await signIn()).statusCode).toBe(200);
    expect((await signUp()).statusCode).toBe(201);
  });
});

describe("while the database accepts no changes", () => {
  let test: TestDb;
  let readOnly: Db;
  let app: FastifyInstance;
  let cookie: string;
  let ad: Awaited<ReturnType<typeof newAdFields>>;
  beforeAll(async () => {
    test = await createTestDb();
    const member = await createMember(test.db);
    cookie = member.cookie;
    ad = await newAdFields(test.db, member.id);
    const url = new URL(test.url);
    url.searchParams.set("options", "-c default_transaction_read_only=on");
    readOnly = createDb({ url: url.href, onPoolError: () => undefined });
    app = await buildTestApp(readOnly);
  });
  afterAll(async () => {
    await app.close();
    await readOnly.destroy();
    await test.drop();
  });

  it.each([
    ["REST", "/api/ads"],
    ["tRPC", "/trpc/ads.create"],
  ])("a change over %s gets a 503 that says so", async (_, url) => {
    const response = await app.inject({ method: "POST", url, headers: { cookie }, payload: ad });
    expect(response.statusCode).toBe(503);
    expect(response.headers["retry-after"]).toBe("2");
    expect(response.body).toContain("Changes cannot be saved at the moment");
  });

  it("reads go on, also with a session that would be prolonged", async () => {
    await test.advance(HALF_A_WEEK_MS);
    const me = await app.inject({ url: "/api/auth/me", headers: { cookie } });
    expect(me.statusCode).toBe(200);
    expect((await app.inject("/api/ads")).statusCode).toBe(200);
    expect((await app.inject("/readyz")).statusCode).toBe(200);
  });
});
