import { createDb, type Db } from "@studbook/db/client";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildTestApp, createMember, newAdFields } from "../../test/test-app.ts";

const HALF_A_WEEK_MS = 4 * 24 * 60 * 60 * 1000;

it("a change on a full disk of the database gets a 503 that says so", async () => {
  const test = await createTestDb();
  const { cookie } = await createMember(test.db);
  await test.run(
    `create function fill_disk() returns trigger language plpgsql as
     $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
     create trigger fill_disk before update on users execute function fill_disk()`,
  );
  const app = await buildTestApp(test.db);
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
  await app.close();
  await test.drop();
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
