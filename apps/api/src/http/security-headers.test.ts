import { expect, it } from "vitest";
import { sendRaw } from "../../test/raw-socket.ts";
import { buildTestApp, testConfig } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";

const site = useTestApp();
const YEAR_S = 31_536_000;

it.each([
  ["https://studbook.test", false, `max-age=${YEAR_S}`],
  ["https://studbook.test", true, `max-age=${YEAR_S}; includeSubDomains`],
  ["http://studbook.test", true, undefined],
])(
  "sends the HSTS header of %s, with subdomains %s: %s",
  async (publicUrl, hstsSubdomains, header) => {
    const app = await buildTestApp(site.db, {
      config: { ...testConfig(), publicUrl, hstsSubdomains },
    });
    for (const url of ["/", "/api/ads", "/livez"]) {
      expect((await app.inject(url)).headers["strict-transport-security"]).toBe(header);
    }
    await app.close();
  },
);

it("sends the security headers with every response, including errors", async () => {
  const cases = [
    { url: "/api/ads", status: 200 },
    { url: "/livez", status: 200 },
    { url: "/nowhere", status: 404 },
    { url: "/%", status: 404 },
    { url: "/api/login", status: 405 },
    { url: "/photos/x/320.webp", status: 404 },
  ];
  for (const { status, ...request } of cases) {
    const { statusCode, headers } = await site.app.inject(request);
    expect({ ...request, statusCode, headers }).toMatchObject({
      statusCode: status,
      headers: {
        "content-security-policy":
          "default-src 'self';script-src 'self';style-src 'self';font-src 'self';connect-src 'self';" +
          "base-uri 'none';form-action 'self';frame-ancestors 'none';object-src 'none';img-src 'self' data:",
        "cross-origin-opener-policy": "same-origin",
        "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
        "referrer-policy": "strict-origin",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
      },
    });
  }
});

it("sends the security headers with the refusal of a request without a Host header", async () => {
  const app = await buildTestApp(site.db);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { status, headers } = await sendRaw(app, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
  expect(status).toBe(400);
  expect(headers).toMatch(/^x-content-type-options: nosniff/im);
  await app.close();
});
