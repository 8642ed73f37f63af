import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildTestApp, testConfig } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { readConfig } from "../config.ts";
import type { WebApp } from "./page-contract.ts";

const webApp: WebApp = {
  clientDir: import.meta.dirname,
  render: async () => ({ kind: "page", status: 404, html: "<p>not found</p>" }),
  renderShell: ({ payments }) => JSON.stringify(payments),
};

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
  const answer = await apps[mode]?.inject({ url, headers: { host } });
  if (!answer) throw new Error(`No server in ${mode}`);
  const policy = String(answer.headers["content-security-policy"]);
  const directive = (name: string) =>
    policy
      .split(";")
      .map((part) => part.trim())
      .find((part) => part.startsWith(`${name} `));
  return { ...answer, body: answer.body, status: answer.statusCode, directive };
}

describe.each(["/checkout?tier=basic", "/signup/payment?tier=basic&client_secret=x"])(
  "%s",
  (url) => {
    it("allows the card provider and nothing else that is foreign", async () => {
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
      // The address may hold a client secret, which servers would write into their logs.
      expect(headers["referrer-policy"]).toBe("strict-origin");
      expect(directive("frame-ancestors")).toBe("frame-ancestors 'none'");
      expect(JSON.parse(body)).toEqual({ publishableKey: "pk_live_51Public" });
    });

    it("takes the stand-in in the demo, under the name the page was opened by", async () => {
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

    it("takes no other host name than one into its policy", async () => {
      const { body, directive } = await get("demo", url, 'evil"><script>');
      expect(body).not.toContain("evil");
      expect(directive("script-src")).not.toContain("evil");
    });

    it("takes GET and HEAD alone", async () => {
      const answer = await apps.demo?.inject({ method: "POST", url });
      expect([answer?.statusCode, answer?.headers.allow]).toEqual([405, "GET, HEAD"]);
    });
  },
);

it.each(["/", "/checkouts", "/checkout/more", "/signup", "/account"])(
  "%s keeps the policy of every page and loads nothing of the provider",
  async (url) => {
    const { body, directive } = await get("demo", url);
    expect(directive("script-src")).toBe("script-src 'self'");
    expect(directive("connect-src")).toBe("connect-src 'self'");
    expect(directive("frame-src")).toBeUndefined();
    expect(body).not.toMatch(/stripe|pk_test/);
  },
);
