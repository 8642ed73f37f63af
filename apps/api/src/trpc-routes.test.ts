import { createDb, type Db } from "@studbook/db/client";
import { describe, expect, it } from "vitest";
import { buildTestApp, createMember } from "../test/test-app.ts";
import { useTestApp } from "../test/use-test-app.ts";
import { createLogger } from "./log.ts";

const site = useTestApp();

describe("a tRPC call that is refused before its procedure", () => {
  const json = { "content-type": "application/json" };

  it.each([
    [
      "another content type",
      { "content-type": "text/plain" },
      "x",
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      -32015,
    ],
    ["a body that is too large", json, `"${"a".repeat(65_536)}"`, 413, "PAYLOAD_TOO_LARGE", -32013],
    [
      "a page of another site",
      { ...json, "sec-fetch-site": "cross-site" },
      "{}",
      403,
      "FOREIGN_ORIGIN",
      -32003,
    ],
  ])("gets an error in tRPC's shape: %s", async (_case, headers, payload, status, code, number) => {
    const url = "/trpc/auth.login";
    const response = await site.app.inject({ method: "POST", url, headers, payload });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toEqual({
      error: {
        message: expect.stringMatching(/\.$/),
        code: number,
        data: { code, httpStatus: status },
      },
    });
  });

  it.each([
    ["malformed JSON", "ads.search?input=%7B", "The input is not well-formed JSON."],
    [
      "a batch without an object",
      "ads.search?batch=1&input=1",
      "Send the inputs of a batch as a JSON object.",
    ],
    [
      "too large a batch",
      `${"ads.search,".repeat(10)}ads.search?batch=1`,
      "A request can contain up to 10 calls.",
    ],
  ])("is told what is wrong with its input: %s", async (_case, call, message) => {
    const response = await site.app.inject(`/trpc/${call}`);
    expect(response.statusCode).toBe(400);
    expect(response.headers["content-type"]).toMatch(/^application\/json/);
    expect([response.json()].flat()[0].error).toMatchObject({
      message,
      data: { code: "BAD_REQUEST" },
    });
  });

  it.each([
    ["GET", "auth.logout", "POST"],
    ["POST", "ads.search", "GET"],
    ["PUT", "ads.search", "GET"],
  ] as const)("gets an Allow header: %s %s", async (method, path, allow) => {
    const response = await site.app.inject({ method, url: `/trpc/${path}` });
    expect([response.statusCode, response.headers.allow]).toEqual([405, allow]);
    expect(response.json().error.data.code).toBe("METHOD_NOT_ALLOWED");
  });
});

describe("the log", () => {
  it("names the user and each call that was refused, also in a batch", async () => {
    const lines: string[] = [];
    const logger = createLogger("info", { write: (line: string) => void lines.push(line) });
    const app = await buildTestApp(site.db, { logger });
    const { id, cookie } = await createMember(site.db);
    const url = "/trpc/auth.me,admin.stats?batch=1";
    await app.inject({ url, headers: { cookie } });
    await app.inject(url);
    await app.close();
    const [refused, member, guest] = lines.map((line) => JSON.parse(line));
    expect(refused).toMatchObject({
      msg: "call refused",
      path: "admin.stats",
      code: "FORBIDDEN",
      userId: id,
    });
    expect(member).toMatchObject({ msg: "request", userId: id, reqId: refused.reqId });
    expect(guest).not.toHaveProperty("userId");
  });
});

describe("a batch whose context fails", () => {
  const batch = "/trpc/ads.search,ads.search,auth.me?batch=1";

  async function sendBatch(db: Db, cookie: string): Promise<[number, string[]]> {
    const lines: string[] = [];
    const logger = createLogger("error", { write: (line: string) => void lines.push(line) });
    const app = await buildTestApp(db, { logger });
    const { statusCode } = await app.inject({ url: batch, headers: { cookie } });
    await app.close();
    return [statusCode, lines.map((line) => JSON.parse(line).msg)];
  }

  it("is logged once", async () => {
    const { cookie } = await createMember(site.db);
    await site.run("alter table sessions rename to elsewhere");
    try {
      expect(await sendBatch(site.db, cookie)).toEqual([500, ["procedure failed"]]);
    } finally {
      await site.run("alter table elsewhere rename to sessions");
    }
  });

  it("is not logged as an error while the database is unreachable", async () => {
    const { cookie } = await createMember(site.db);
    const url = "postgres://nobody@127.0.0.1:9/none";
    const db = createDb({ url, connectTimeoutMs: 500, onPoolError: () => undefined });
    expect(await sendBatch(db, cookie)).toEqual([503, []]);
    await db.destroy();
  });
});

it("treats the calls after a sign-out in the same batch as signed out", async () => {
  const { cookie } = await createMember(site.db);
  const out = await site.app.inject({
    method: "POST",
    url: "/trpc/auth.logout,account.updateInfo?batch=1",
    headers: { "content-type": "application/json", cookie },
    payload: JSON.stringify({ 1: { email: null } }),
  });
  const [signOut, after] = out.json();
  expect(signOut.result.data).toEqual({ ok: true });
  expect(after.error.data.httpStatus).toBe(401);
});

describe("a tRPC call with an empty body", () => {
  const json = { "content-type": "application/json" };
  const post = (path: string, headers: Record<string, string>, payload?: string) =>
    site.app.inject({
      method: "POST",
      url: `/trpc/${path}`,
      headers,
      ...(payload !== undefined && { payload }),
    });

  it.each([
    ["no body", {}, undefined],
    ["no body, with the JSON content type", json, undefined],
    ["an empty string", json, ""],
    ["null", json, "null"],
    ["an empty object", json, "{}"],
  ])("succeeds if it needs no input: %s", async (_case, headers, payload) => {
    const { cookie } = await createMember(site.db);
    const out = await post("auth.logout", { ...headers, cookie }, payload);
    expect([out.statusCode, out.json().result?.data]).toEqual([200, { ok: true }]);
    expect((await site.app.inject({ url: "/api/auth/me", headers: { cookie } })).statusCode).toBe(
      401,
    );
    const { cookie: next } = await createMember(site.db);
    const closed = await post("account.close", { ...headers, cookie: next }, payload);
    expect([closed.statusCode, closed.json().result?.data]).toEqual([200, { ok: true }]);
  });

  it("gets a specific error if it needs input", async () => {
    const { statusCode, body } = await post("auth.login", json, "");
    expect([statusCode, body]).toEqual([400, expect.stringContaining("as a JSON object")]);
  });

  it("gets a 400 if the body is not JSON, and a 415 if its content type is not JSON", async () => {
    expect((await post("auth.logout", json, "{")).statusCode).toBe(400);
    expect((await post("auth.logout", { "content-type": "text/plain" }, "")).statusCode).toBe(415);
  });
});
