import { expect, it } from "vitest";
import { result, serve } from "../test/serve.ts";
import {
  type Ad,
  type CurrentUser,
  createStudbookClient,
  type StudbookClient,
} from "./studbook-client.ts";

async function clientFor(status: number, body: string, headers: Record<string, string> = {}) {
  const baseUrl = await serve((_request, response) => {
    response.writeHead(status, headers).end(body);
  });
  return createStudbookClient({ baseUrl });
}

it("rejects with a procedure's error code, field issues and retry delay", async () => {
  const issues = [{ path: "breed", message: "Unknown breed" }];
  const data = { code: "BAD_REQUEST", httpStatus: 400, issues };
  const body = JSON.stringify({ error: { message: "Unknown breed", code: -32600, data } });
  const client = await clientFor(400, body, { "retry-after": "7", "x-request-id": "r-1" });
  await expect(client.ads.search()).rejects.toMatchObject({
    name: "StudbookError",
    code: "BAD_REQUEST",
    status: 400,
    message: "Unknown breed",
    issues,
    retryAfter: 7,
    requestId: "r-1",
  });
});

it("rejects in the same way with errors from outside any procedure", async () => {
  const client = await clientFor(429, '{"error":"Too many requests.","code":"TOO_MANY_REQUESTS"}');
  await expect(client.admin.stats()).rejects.toMatchObject({
    code: "TOO_MANY_REQUESTS",
    status: 429,
    message: "Too many requests.",
    issues: [],
    retryAfter: undefined,
    requestId: undefined,
  });
});

it.each([
  [200, "<!doctype html>", "text/html"],
  [502, "<h1>Bad gateway</h1>", "text/html"],
  [200, '{"hello":"world"}', "application/json"],
  [404, "[]", "application/json"],
])(
  "rejects with UNEXPECTED_ANSWER if another server responds: %i %s",
  async (status, body, type) => {
    const client = await clientFor(status, body, { "content-type": type });
    await expect(client.auth.me()).rejects.toMatchObject({
      code: "UNEXPECTED_ANSWER",
      status,
      message: expect.stringContaining("Check that baseUrl is the address of a Studbook server."),
    });
  },
);

it.each([
  ["a list that is null", (client: StudbookClient) => client.breeds.list(), null],
  ["a list with null", (client: StudbookClient) => client.breeds.list(), [null]],
  [
    "a page without a list",
    (client: StudbookClient) => client.admin.users(),
    { items: {}, nextCursor: null },
  ],
  ["an ad that is null", (client: StudbookClient) => client.ads.byId({ id: "1" }), null],
  [
    "a user that is a list",
    (client: StudbookClient) => client.auth.login({ username: "a", password: "b" }),
    [],
  ],
  ["a user that is text", (client: StudbookClient) => client.auth.me(), "someone"],
])("rejects %s", async (_case, call, data) => {
  const client = await clientFor(200, result(data), { "x-request-id": "r-7" });
  await expect(call(client)).rejects.toMatchObject({
    code: "UNEXPECTED_ANSWER",
    status: 200,
    requestId: "r-7",
  });
});

it("leaves out issues that are not of the documented type", async () => {
  const data = {
    code: "BAD_REQUEST",
    issues: [null, { path: "breed" }, { path: "a", message: "b" }],
  };
  const client = await clientFor(400, JSON.stringify({ error: { message: "Unknown", data } }));
  await expect(client.ads.search()).rejects.toMatchObject({
    issues: [{ path: "a", message: "b" }],
  });
});

it.each([
  ["30", 30],
  [new Date(Date.now() + 3_600_000).toUTCString(), expect.closeTo(3600, -2)],
  ["soon", undefined],
])("passes on the wait of a proxy's error page: %s", async (header, retryAfter) => {
  const client = await clientFor(503, "<h1>Unavailable</h1>", { "retry-after": header });
  await expect(client.auth.me()).rejects.toMatchObject({ code: "UNEXPECTED_ANSWER", retryAfter });
});

it("rejects with CONNECTION_FAILED for a missing or incomplete response", async () => {
  const unreachable = createStudbookClient({ baseUrl: "http://127.0.0.1:9" });
  await expect(unreachable.auth.me()).rejects.toMatchObject({
    code: "CONNECTION_FAILED",
    status: 0,
  });
  const baseUrl = await serve((_request, response) => {
    response.writeHead(200, { "content-length": 100 });
    response.write("{", () => response.destroy());
  });
  const cut = createStudbookClient({ baseUrl });
  await expect(cut.auth.me()).rejects.toMatchObject({ code: "CONNECTION_FAILED", status: 0 });
});

it("rejects with the signal's reason when aborted", async () => {
  const requested = Promise.withResolvers<void>();
  const client = createStudbookClient({ baseUrl: await serve(() => requested.resolve()) });
  const controller = new AbortController();
  const call = client.auth.me(undefined, { signal: controller.signal });
  await requested.promise;
  const reason = new Error("No longer needed");
  controller.abort(reason);
  await expect(call).rejects.toBe(reason);
});

it("sends cookies with later calls, exposes them and accepts them for a new client", async () => {
  const seen: (string | undefined)[] = [];
  const past = "Thu, 01 Jan 1970 00:00:00 GMT";
  const baseUrl = await serve(({ headers, url }, response) => {
    seen.push(headers.cookie);
    const cookie = url?.includes("logout")
      ? `studbook=; Path=/; Expires=${past}`
      : "studbook=a=b; Path=/; HttpOnly; Max-Age=60";
    response.writeHead(200, { "set-cookie": cookie });
    response.end(result(url?.includes("logout") ? { ok: true } : null));
  });
  const client = createStudbookClient({ baseUrl: `${baseUrl}/` });
  await client.auth.me();
  expect(client.cookie).toBe("studbook=a=b");
  const later = createStudbookClient({ baseUrl, cookie: client.cookie });
  await later.auth.logout();
  await later.auth.me();
  expect(seen).toEqual([undefined, "studbook=a=b", undefined]);
});

it.each([
  "studbook.example",
  "ftp://studbook.example",
  "",
  "http://studbook.example/api",
  "http://studbook.example/?x",
  "http://studbook.example#f",
  new URL("https://studbook.example/trpc"),
])("refuses baseUrl '%s'", (baseUrl) => {
  expect(() => createStudbookClient({ baseUrl })).toThrow(/must be an origin such as https/);
});

it.each([new URL("http://studbook.example"), "HTTP://Studbook.example:80/"])(
  "accepts baseUrl '%s'",
  async (baseUrl) => {
    const requests: unknown[] = [];
    const fetch = async (url: unknown) => {
      requests.push(url);
      return new Response(result(null));
    };
    await createStudbookClient({ baseUrl, fetch }).auth.me();
    expect(requests).toEqual(["http://studbook.example/trpc/auth.me"]);
  },
);

it("accepts a cookie with a trailing line break", () => {
  const baseUrl = "http://studbook.example";
  expect(createStudbookClient({ baseUrl, cookie: "studbook=a\n" }).cookie).toBe("studbook=a");
});

it.each(["studbook=a\nb=c", "studbook=ü", "only-the-value", "=a"])(
  "refuses the cookie %j",
  (cookie) => {
    const baseUrl = "http://studbook.example";
    expect(() => createStudbookClient({ baseUrl, cookie })).toThrow(
      new TypeError(
        "cookie must be a Cookie header: name=value pairs in one line of printable ASCII",
      ),
    );
  },
);

it("does not compile with fields of a response that the server refuses in a request", () => {
  const compileOnly = async (client: StudbookClient, ad: Ad, me: CurrentUser) => {
    await client.ads.update({ id: ad.id, studFee: 900, ownerPhone: null });
    // @ts-expect-error An ad has fields that cannot be changed.
    await client.ads.update({ ...ad, studFee: 900 });
    // @ts-expect-error Only optional fields can be cleared.
    await client.ads.update({ id: ad.id, dogName: null });
    // @ts-expect-error There is no such field.
    await client.ads.update({ id: ad.id, price: 900 });
    // @ts-expect-error The server assigns the ID.
    await client.ads.create({ ...ad, dogName: "Rex" });
    // @ts-expect-error The username cannot be changed.
    await client.account.updateInfo({ ...me, firstName: "Dale" });
  };
  expect(compileOnly).toBeTypeOf("function");
});
