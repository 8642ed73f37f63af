import { DAY_MS } from "@studbook/domain/day";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildTestApp, testConfig } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";

const SECURITY_TXT = "/.well-known/security.txt";
const site = useTestApp();
let now = new Date();
let app: Awaited<ReturnType<typeof buildTestApp>>;
beforeAll(async () => {
  const config = {
    ...testConfig("on"),
    publicUrl: "https://studs.example",
    supportEmail: "help?cc=x@kennel.example",
  };
  app = await buildTestApp(site.db, { config, clock: () => now });
});
afterAll(async () => app.close());

it("names the support address as the contact and PUBLIC_URL as the origin", async () => {
  now = new Date("2027-01-31T23:59:59Z");
  const { statusCode, headers, body } = await app.inject(SECURITY_TXT);
  expect(statusCode).toBe(200);
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(body).toBe(
    "Contact: mailto:help%3Fcc%3Dx@kennel.example\n" +
      "Expires: 2027-07-30T00:00:00.000Z\n" +
      "Preferred-Languages: en\n" +
      "Canonical: https://studs.example/.well-known/security.txt\n",
  );
});

it.each(["2026-11-24T00:00:00Z", "2028-02-29T12:00:00Z", "2040-12-31T23:59:59Z"])(
  "expires within a year, and after the last cached copy: served at %s",
  async (served) => {
    now = new Date(served);
    const { headers, body } = await app.inject(SECURITY_TXT);
    const [, expires = ""] = /^Expires: (.*)$/m.exec(body) ?? [];
    const [, maxAge = ""] = /max-age=(\d+)/.exec(String(headers["cache-control"])) ?? [];
    const daysLeft = (new Date(expires).getTime() - now.getTime()) / DAY_MS;
    expect(daysLeft).toBeLessThan(365);
    expect(daysLeft).toBeGreaterThan(Number(maxAge) / 86_400);
  },
);

it("answers HEAD without a body and refuses other methods", async () => {
  const head = await app.inject({ method: "HEAD", url: SECURITY_TXT });
  expect([head.statusCode, head.body]).toEqual([200, ""]);
  const post = await app.inject({ method: "POST", url: SECURITY_TXT });
  expect([post.statusCode, post.headers.allow]).toEqual([405, "GET, HEAD"]);
});

it("counts as a file, and is not open to scripts of other origins", async () => {
  const { headers } = await app.inject(SECURITY_TXT);
  expect(headers["ratelimit-limit"]).toBe("12000");
  expect(headers["access-control-allow-origin"]).toBeUndefined();
});

it.each(["/security.txt", "/.well-known/", "/.well-known/security.txt/", "/.well-known/other"])(
  "leaves %s a 404",
  async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404);
  },
);
