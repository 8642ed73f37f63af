import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fakeWebApp } from "../../test/fake-web-app.ts";
import { buildTestApp, createMember } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import type { Audience } from "./page-contract.ts";

const SHARED = "public, max-age=0, must-revalidate";
const OWN = "private, no-store";
const FIRST_PAINT = { styleHash: "sha256-abc", scriptPath: "/assets/boot.js" };

const site = useTestApp();
let app: FastifyInstance;
let cookie: string;
const rendered: Audience[] = [];

beforeAll(async () => {
  const render = async ({ url, audience }: { url: string; audience: Audience }) => {
    rendered.push(audience);
    const isMissing = url === "/no/such" || (url === "/ad/hidden" && audience !== "session");
    const status = isMissing ? 404 : 200;
    return { kind: "page", status, html: `${url} ${audience}`, firstPaint: FIRST_PAINT } as const;
  };
  app = await buildTestApp(site.db, { webApp: fakeWebApp({ render }) });
  ({ cookie } = await createMember(site.db));
});
afterAll(() => app.close());

/** Requests a page and returns what matters of the response, and for whom the page was rendered. */
async function get(url: string, headers: Record<string, string> = {}) {
  rendered.length = 0;
  const response = await app.inject({ url, headers });
  const { "cache-control": cacheControl, etag, vary, "set-cookie": setCookie } = response.headers;
  const { body, statusCode: status } = response;
  return { status, body, cacheControl, etag, vary, setCookie, rendered: [...rendered] };
}

describe("a shared page", () => {
  it.each(["/", "/search?breed=Boxer", "/ad/1", "/contact", "/credits", "/privacy", "/terms"])(
    "at %s is the same with and without a session and with any Host",
    async (url) => {
      const guest = await get(url);
      expect(guest).toMatchObject({
        status: 200,
        body: `${url} everyone`,
        cacheControl: SHARED,
        etag: expect.stringMatching(/^W\/"/),
        setCookie: undefined,
      });
      expect(String(guest.vary)).not.toMatch(/cookie/i);
      const headers = { cookie: `${cookie}; viewer=member`, host: "evil.example" };
      expect(await get(url, headers)).toEqual(guest);
    },
  );

  it("gives a session without a hint one, in a response that nobody shares", async () => {
    expect(await get("/search", { cookie })).toMatchObject({
      status: 200,
      body: "/search everyone",
      cacheControl: OWN,
      etag: undefined,
      setCookie: expect.stringContaining("viewer=member"),
    });
    expect((await get("/search", { cookie: "theme=dark" })).setCookie).toBeUndefined();
  });

  it("is a 304 for a client that has this version", async () => {
    const { etag } = await get("/search");
    const headers = { "if-none-match": String(etag) };
    expect(await get("/search", headers)).toMatchObject({ status: 304, body: "", etag });
    expect(await get("/search?breed=Boxer", headers)).toMatchObject({ status: 200 });
  });
});

describe("a missing page", () => {
  it.each(["/no/such", "/ad/hidden"])("at %s is shared among visitors", async (url) => {
    const page = await get(url);
    expect(page).toMatchObject({ status: 404, cacheControl: SHARED, rendered: ["everyone"] });
    const again = await get(url, { "if-none-match": String(page.etag) });
    expect(again).toMatchObject({ status: 404, body: page.body });
  });

  it("is rendered again for a session, which may see it", async () => {
    expect(await get("/ad/hidden", { cookie })).toMatchObject({
      status: 200,
      body: "/ad/hidden session",
      cacheControl: OWN,
      etag: undefined,
      rendered: ["everyone", "session"],
    });
    expect(await get("/no/such", { cookie })).toMatchObject({ status: 404, cacheControl: OWN });
  });
});

it.each(["/account", "/login", "/signup", "/admin/users"])(
  "%s belongs to the request",
  async (url) => {
    const [guest, member] = [await get(url), await get(url, { cookie })];
    expect(guest).toMatchObject({ cacheControl: OWN, etag: undefined, rendered: ["guest"] });
    expect(member).toMatchObject({ cacheControl: OWN, rendered: ["session"] });
  },
);

it("shared pages allow their own styles and preload the script that they wait for", async () => {
  const { headers } = await app.inject("/search");
  expect(headers.link).toBe("</assets/boot.js>; rel=preload; as=script");
  expect(headers["content-security-policy"]).toContain(
    "script-src 'self' 'inline-speculation-rules';style-src 'self' 'sha256-abc';",
  );
});
