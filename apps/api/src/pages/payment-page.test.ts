import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fakeWebApp } from "../../test/fake-web-app.ts";
import { buildTestApp, testConfig } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { readConfig } from "../config.ts";

const webApp = fakeWebApp({
  clientDir: import.meta.dirname,
  render: async ({ settings }) => ({
    kind: "page",
    status: 200,
    html: JSON.stringify(settings.payments ?? {}),
  }),
  renderShell: () => "",
});

const site = useTestApp();
const apps: Record<"demo" | "production", FastifyInstance | undefined> = {
  demo: undefined,
  production: undefined,
};
beforeAll(async () => {
  const production = readConfig({
    DATABASE_URL: "postgres://unused/unused",
    PUBLIC_URL: "https://studbook.example",
    SUPPORT_EMAIL: "help@studbook.example",
    STRIPE_SECRET_KEY: "sk_live_51Secret",
    STRIPE_PUBLISHABLE_KEY: "pk_live_51Public",
  });
  apps.demo = await buildTestApp(site.db, { webApp, config: testConfig() });
  apps.production = await buildTestApp(site.db, { webApp, config: production });
});
afterAll(async () => {
  await Promise.all(Object.values(apps).map((app) => app?.close()));
});

async function get(mode: keyof typeof apps, url: string, host = "studbook.test:3000") {
  const response = await apps[mode]?.inject({ url, headers: { host } });
  if (!response) throw new Error(`No server in ${mode}`);
  const policy = String(response.headers["content-security-policy"]);
  const directive = (name: string) =>
    policy
      .split(";")
      .map((part) => part.trim())
      .find((part) => part.startsWith(`${name} `));
  return { ...response, body: response.body, status: response.statusCode, directive };
}

describe.each(["/checkout?tier=basic", "/signup/payment?tier=basic&client_secret=x"])(
  "%s",
  (url) => {
    it("allows Stripe and no other origin", async () => {
      const { status, headers, body, directive } = await get("production", url);
      expect(status).toBe(200);
      expect(headers["cache-control"]).toBe("private, no-store");
      expect(directive("script-src")).toBe(
        "script-src 'self' https://js.stripe.com https://*.js.stripe.com",
      );
      expect(directive("frame-src")).toBe(
        "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
      );
      expect(directive("connect-src")).toBe("connect-src 'self' https://api.stripe.com");
      expect(directive("style-src")).toBe("style-src 'self'");
      // The URL may contain a client secret, which other servers would log.
      expect(headers["referrer-policy"]).toBe("strict-origin");
      expect(directive("frame-ancestors")).toBe("frame-ancestors 'none'");
      expect(JSON.parse(body)).toEqual({ publishableKey: "pk_live_51Public" });
    });

    it("allows the Stripe sandbox in the demo, at the host name of the page", async () => {
      for (const [host, origin] of [
        ["studbook.test:3000", "http://studbook.test:9"],
        ["192.168.1.5:3000", "http://192.168.1.5:9"],
        ["[::1]:3000", "http://[::1]:9"],
      ] as const) {
        const { body, directive } = await get("demo", url, host);
        expect(JSON.parse(body)).toEqual({
          publishableKey: "pk_test_sandbox",
          scriptUrl: `${origin}/v3/stripe.js`,
        });
        for (const name of ["script-src", "frame-src", "connect-src"]) {
          expect(directive(name)?.split(" ")).toContain(origin);
        }
      }
    });

    it("does not add an invalid host name to the policy", async () => {
      const { body, directive } = await get("demo", url, 'evil"><script>');
      expect(body).not.toContain("evil");
      expect(directive("script-src")).not.toContain("evil");
    });

    it("accepts only GET and HEAD", async () => {
      const response = await apps.demo?.inject({ method: "POST", url });
      expect([response?.statusCode, response?.headers.allow]).toEqual([405, "GET, HEAD"]);
    });
  },
);

it.each(["/", "/checkouts", "/checkout/more", "/signup", "/account"])(
  "%s has the default policy and loads nothing from Stripe",
  async (url) => {
    const { body, directive } = await get("demo", url);
    expect(directive("script-src")).toBe("script-src 'self'");
    expect(directive("connect-src")).toBe("connect-src 'self'");
    expect(directive("frame-src")).toBeUndefined();
    expect(body).not.toMatch(/stripe|pk_test/);
  },
);
