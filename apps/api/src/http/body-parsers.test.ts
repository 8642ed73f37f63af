import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { MATRIX } from "../../test/matrix/table.ts";
import { createMember } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";

const site = useTestApp();

const METHODS = ["POST", "PATCH", "DELETE"] as const;

const WRITES = MATRIX.flatMap(({ call }) => {
  const [name, path = ""] = call.split(" ");
  const method = METHODS.find((known) => known === name);
  if (!method) return [];
  return [{ method, url: path.replace("{id}", randomUUID()) }];
});

const CONTENT_TYPES = [
  "text/plain",
  "text/plain;charset=UTF-8",
  "application/x-www-form-urlencoded",
  "application/xml",
];

describe("a body whose content type is not JSON", () => {
  it("covers at least 13 write calls", () => expect(WRITES.length).toBeGreaterThanOrEqual(13));

  it.each(WRITES)("gets a 415 on $method $url", async ({ method, url }) => {
    const { cookie } = await createMember(site.db);
    for (const type of CONTENT_TYPES) {
      const headers = { cookie, "content-type": type };
      const response = await site.app.inject({ method, url, headers, payload: "{}" });
      expect([type, response.statusCode]).toEqual([type, 415]);
      expect(response.json()).toMatchObject({ code: "UNSUPPORTED_MEDIA_TYPE" });
    }
  });

  it("is treated as no body if it is empty, because fetch labels an empty string text/plain", async () => {
    const { cookie } = await createMember(site.db);
    const headers = { cookie, "content-type": "text/plain;charset=UTF-8" };
    const logoutRequest = { method: "POST", url: "/api/logout", headers, payload: "" } as const;
    expect((await site.app.inject(logoutRequest)).statusCode).toBe(200);
  });
});

it.each(["/api/login", "/trpc/auth.login"])("refuses JSON that is not UTF-8: %s", async (url) => {
  const payload = Buffer.from('{"username":"\xff","password":"x"}', "latin1");
  const headers = { "content-type": "application/json" };
  const response = await site.app.inject({ method: "POST", url, headers, payload });
  expect(response.statusCode).toBe(400);
  expect(response.body).toContain("The body is not well-formed UTF-8.");
});

describe("a body sent to an unknown path", () => {
  const json = "application/json";

  it.each([
    ["plain text", { "content-type": "text/plain" }, "x"],
    ["another content type", { "content-type": "application/xml" }, "<a/>"],
    ["malformed JSON", { "content-type": json }, "{"],
    ["too large", { "content-type": json }, `"${"a".repeat(65_536)}"`],
    ["encoded", { "content-type": json, "content-encoding": "gzip" }, "{}"],
  ])("gets a 404: %s", async (_what, headers, payload) => {
    for (const url of ["/api/none", "/trpc", "/no/such/page"]) {
      const response = await site.app.inject({ method: "POST", url, headers, payload });
      expect([url, response.statusCode]).toEqual([url, 404]);
      expect(response.body).toContain('"NOT_FOUND"');
    }
  });
});
