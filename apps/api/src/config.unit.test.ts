import { DEFAULT_PORT, PUBLISHABLE_KEY, SECRET_KEY } from "@studbook/stripe-sandbox/defaults";
import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const production = {
  DATABASE_URL: "postgres://studbook@localhost:5432/studbook",
  PUBLIC_URL: "https://studbook.example",
  SUPPORT_EMAIL: "help@studbook.example",
  STRIPE_SECRET_KEY: "sk_live_51HGzKpL0ngEnough",
  STRIPE_PUBLISHABLE_KEY: "pk_live_51HGzKpL0ngEnough",
};

function messageOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "";
}

describe("readConfig", () => {
  it("fills in defaults in production", () => {
    expect(readConfig(production)).toMatchObject({
      mode: "production",
      port: 3000,
      host: "127.0.0.1",
      rateLimits: true,
      pagesPerMinute: 1200,
      hstsSubdomains: false,
      trustProxy: [],
      publicUrl: "https://studbook.example",
    });
  });

  it("lists all problems in one message", () => {
    const message = messageOf({ PORT: "http", PUBLIC_URL: "studbook", TRUST_PROXY: "10.0.0.1" });
    expect(message).toContain("PORT: must be a whole number from 0 to 65535");
    for (const name of [
      "PORT",
      "PUBLIC_URL",
      "DATABASE_URL",
      "SUPPORT_EMAIL",
      "STRIPE_SECRET_KEY",
      "STRIPE_PUBLISHABLE_KEY",
    ]) {
      expect(message).toContain(name);
    }
    expect(message).not.toContain("TRUST_PROXY");
  });

  it.each([" ", "3e3", "0x1F", "-1", "44.5", "65536"])("rejects %j as a port", (port) =>
    expect(messageOf({ ...production, PORT: port })).toContain(
      "PORT: must be a whole number from 0 to 65535",
    ),
  );

  it("rejects the server's port as that of the metrics", () => {
    const message = messageOf({ ...production, PORT: "80", METRICS_PORT: "80" });
    expect(message).toContain("METRICS_PORT: must differ from PORT");
    const chosenBySystem = { PORT: "0", METRICS_PORT: "0" };
    expect(readConfig({ ...production, ...chosenBySystem }).metricsPort).toBe(0);
  });

  it("reports one problem per setting", () => {
    const message = messageOf({ ...production, STRIPE_API_URL: "x" });
    expect(message.match(/STRIPE_API_URL/g)).toHaveLength(1);
  });

  it("treats an empty setting as absent", () => {
    expect(messageOf({ ...production, SUPPORT_EMAIL: "" })).toContain("SUPPORT_EMAIL: is required");
  });

  it.each(["https://studbook.example/app", "ftp://studbook.example", "https://a.example?x=1"])(
    "rejects %s as the public URL",
    (url) => expect(messageOf({ ...production, PUBLIC_URL: url })).toContain("PUBLIC_URL"),
  );

  it.each(["nobody", "10.0.0.0/64", "10.0.0.1,?"])("rejects %s as a trusted proxy", (proxy) =>
    expect(messageOf({ ...production, TRUST_PROXY: proxy })).toContain("TRUST_PROXY: must be"),
  );

  it("reads the CDN that is told about changes, which needs the response cache", () => {
    const settings = {
      CDN_PURGE_URL: "https://cdn.example/purge",
      CDN_PURGE_HEADER: "Fastly-Key: secret",
    };
    expect(readConfig({ ...production, ...settings }).cdn).toEqual({
      url: "https://cdn.example/purge",
      header: { name: "Fastly-Key", value: "secret" },
    });
    expect(readConfig(production).cdn).toBeUndefined();
    const withoutCache = { ...production, ...settings, RESPONSE_CACHE_MB: "0" };
    expect(messageOf(withoutCache)).toContain("CDN_PURGE_URL: requires RESPONSE_CACHE_MB");
    for (const header of ["secret", "Fastly-Key:", "Fastly Key: x", "Fastly-Key: a\nB: c"]) {
      const message = messageOf({ ...production, ...settings, CDN_PURGE_HEADER: header });
      expect(message).toContain("CDN_PURGE_HEADER: must be a header");
    }
  });

  it("reads the page limit and HSTS for subdomains", () => {
    const settings = { PAGES_PER_MINUTE: "60", HSTS_SUBDOMAINS: "on" };
    expect(readConfig({ ...production, ...settings })).toMatchObject({
      pagesPerMinute: 60,
      hstsSubdomains: true,
    });
    expect(messageOf({ ...production, PAGES_PER_MINUTE: "0" })).toContain("PAGES_PER_MINUTE");
    expect(messageOf({ ...production, HSTS_SUBDOMAINS: "yes" })).toContain("HSTS_SUBDOMAINS");
  });

  it("allows turning rate limits off only in the demo", () => {
    expect(messageOf({ ...production, RATE_LIMITS: "off" })).toContain("RATE_LIMITS");
    const demo = { DATABASE_URL: production.DATABASE_URL, STUDBOOK_MODE: "demo" };
    expect(readConfig({ ...demo, RATE_LIMITS: "off" }).rateLimits).toBe(false);
  });

  it("splits the trusted proxies", () => {
    expect(readConfig({ ...production, TRUST_PROXY: "10.0.0.0/8, ::1" }).trustProxy).toEqual([
      "10.0.0.0/8",
      "::1",
    ]);
  });

  describe("mail settings", () => {
    const smtp = { SMTP_URL: "smtps://u:p@mail.example", MAIL_FROM: "A Kennel <m@kennel.example>" };

    it("write files, sent from the support address, if there is no mail server", () => {
      const { mail } = readConfig({ ...production, DATA_DIR: "/data" });
      const from = { name: "Studbook", address: production.SUPPORT_EMAIL };
      expect(mail).toEqual({ smtpUrl: undefined, from, folder: "/data/mail" });
    });

    it("require a sender if there is a mail server", () => {
      const from = { name: "A Kennel", address: "m@kennel.example" };
      expect(readConfig({ ...production, ...smtp }).mail).toMatchObject({
        smtpUrl: smtp.SMTP_URL,
        from,
      });
      const line = "MAIL_FROM: is required with SMTP_URL";
      expect(messageOf({ ...production, SMTP_URL: smtp.SMTP_URL })).toContain(line);
    });

    it.each([
      ["SMTP_URL", "mail.example:25"],
      ["SMTP_URL", "https://mail.example"],
      ["MAIL_FROM", "Studbook"],
      ["MAIL_FROM", "Studbook <mail>"],
      ["MAIL_FROM", "a@b.example, c@d.example"],
      ["MAIL_FROM", "Studbook\r\nBcc: c@d.example <a@b.example>"],
    ])("reject %s %j", (name, value) => {
      expect(messageOf({ ...production, ...smtp, [name]: value })).toContain(`${name}: must be`);
    });
  });

  describe("S3 settings", () => {
    const bucket = {
      S3_BUCKET: "photos",
      S3_REGION: "us-east-1",
      S3_ACCESS_KEY_ID: "key",
      S3_SECRET_ACCESS_KEY: "secret",
    };
    const s3Of = (more: Record<string, string>) => readConfig({ ...production, ...more }).s3;

    it("are optional", () => expect(s3Of({})).toBeUndefined());

    it("are all required if one is given, and the missing ones are listed in one line", () => {
      const line = "S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: must be set";
      expect(messageOf({ ...production, S3_BUCKET: "photos" })).toContain(line);
      expect(messageOf({ ...production, S3_PATH_STYLE: "on" })).toContain("S3_BUCKET, S3_REGION");
    });

    it("default to path-style URLs if there is an endpoint", () => {
      const endpoint = "http://127.0.0.1:9000";
      expect(s3Of(bucket)).toMatchObject({ bucket: "photos", pathStyle: false });
      expect(s3Of({ ...bucket, S3_ENDPOINT: endpoint })).toMatchObject({
        endpoint,
        pathStyle: true,
      });
      expect(s3Of({ ...bucket, S3_ENDPOINT: endpoint, S3_PATH_STYLE: "off" })?.pathStyle).toBe(
        false,
      );
    });
  });

  describe("Stripe settings", () => {
    const demo = { DATABASE_URL: production.DATABASE_URL, STUDBOOK_MODE: "demo" };
    const test = { STRIPE_SECRET_KEY: "sk_test_51Hx", STRIPE_PUBLISHABLE_KEY: "pk_test_51Hx" };

    it.each([
      ["the sandbox's secret key", { STRIPE_SECRET_KEY: "sk_test_sandbox" }, "STRIPE_SECRET_KEY"],
      [
        "the sandbox's publishable key",
        { STRIPE_PUBLISHABLE_KEY: "pk_test_sandbox" },
        "STRIPE_PUBLISHABLE_KEY",
      ],
      ["a URL of the sandbox", { STRIPE_API_URL: "http://127.0.0.1:12111" }, "STRIPE_API_URL"],
      [
        "a publishable key as the secret key",
        { STRIPE_SECRET_KEY: "pk_live_x1" },
        "STRIPE_SECRET_KEY",
      ],
      [
        "a secret key as the publishable key",
        { STRIPE_PUBLISHABLE_KEY: "sk_live_x1" },
        "STRIPE_PUBLISHABLE_KEY",
      ],
      ["no secret key", { STRIPE_SECRET_KEY: "" }, "STRIPE_SECRET_KEY: is required"],
      ["no publishable key", { STRIPE_PUBLISHABLE_KEY: "" }, "STRIPE_PUBLISHABLE_KEY: is required"],
      ["keys of two modes", { STRIPE_SECRET_KEY: "sk_test_x1" }, "the same mode"],
      ["a malformed webhook secret", { STRIPE_WEBHOOK_SECRET: "secret" }, "whsec_"],
    ])("reject %s outside the demo", (_what, change, part) => {
      expect(messageOf({ ...production, ...change })).toContain(part);
    });

    it("select Stripe with Stripe keys, and reject live keys in the demo", () => {
      expect(readConfig(production).stripe).toMatchObject({
        secretKey: production.STRIPE_SECRET_KEY,
        sandbox: undefined,
      });
      expect(readConfig({ ...demo, ...test }).stripe.sandbox).toBeUndefined();
      const live = { ...test, STRIPE_SECRET_KEY: "sk_live_1", STRIPE_PUBLISHABLE_KEY: "pk_live_1" };
      const reason =
        "must be a test-mode key with STUDBOOK_MODE=demo, because live keys charge real cards";
      expect(messageOf({ ...demo, ...live })).toContain(`STRIPE_SECRET_KEY: ${reason}`);
      expect(messageOf({ ...demo, ...live })).toContain(`STRIPE_PUBLISHABLE_KEY: ${reason}`);
    });

    it("select the sandbox in the demo without keys", () => {
      expect(readConfig(demo).stripe).toMatchObject({
        secretKey: SECRET_KEY,
        publishableKey: PUBLISHABLE_KEY,
        sandbox: { apiUrl: `http://127.0.0.1:${DEFAULT_PORT}`, port: DEFAULT_PORT },
      });
      expect(readConfig({ ...demo, STRIPE_SANDBOX_PORT: "12200" }).stripe.sandbox).toEqual({
        apiUrl: "http://127.0.0.1:12200",
        port: 12_200,
      });
    });
  });

  it("derives the demo's public URL from its port", () => {
    const demo = { DATABASE_URL: production.DATABASE_URL, STUDBOOK_MODE: "demo", PORT: "3100" };
    expect(readConfig(demo).publicUrl).toBe("http://localhost:3100");
  });
});
