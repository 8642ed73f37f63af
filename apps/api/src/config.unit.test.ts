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
  it("fills in what production leaves out", () => {
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

  it("lists everything that is wrong in one message", () => {
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

  it("takes an empty setting for an absent one", () => {
    expect(messageOf({ ...production, SUPPORT_EMAIL: "" })).toContain("SUPPORT_EMAIL: is required");
  });

  it.each(["https://studbook.example/app", "ftp://studbook.example", "https://a.example?x=1"])(
    "refuses %s as a public address",
    (url) => expect(messageOf({ ...production, PUBLIC_URL: url })).toContain("PUBLIC_URL"),
  );

  it.each(["nobody", "10.0.0.0/64", "10.0.0.1,?"])("refuses to trust %s", (proxy) =>
    expect(messageOf({ ...production, TRUST_PROXY: proxy })).toContain("TRUST_PROXY: must be"),
  );

  it("takes another limit on pages, and HSTS for subdomains", () => {
    const settings = { PAGES_PER_MINUTE: "60", HSTS_SUBDOMAINS: "on" };
    expect(readConfig({ ...production, ...settings })).toMatchObject({
      pagesPerMinute: 60,
      hstsSubdomains: true,
    });
    expect(messageOf({ ...production, PAGES_PER_MINUTE: "0" })).toContain("PAGES_PER_MINUTE");
    expect(messageOf({ ...production, HSTS_SUBDOMAINS: "yes" })).toContain("HSTS_SUBDOMAINS");
  });

  it("lets rate limits be off in the demo alone", () => {
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

  describe("of mail", () => {
    const smtp = { SMTP_URL: "smtps://u:p@mail.example", MAIL_FROM: "A Kennel <m@kennel.example>" };

    it("keeps files without a server, from the address for questions", () => {
      const { mail } = readConfig({ ...production, DATA_DIR: "/data" });
      const from = { name: "Studbook", address: production.SUPPORT_EMAIL };
      expect(mail).toEqual({ smtpUrl: undefined, from, folder: "/data/mail" });
    });

    it("takes a server together with a sender", () => {
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
    ])("refuses %s %j", (name, value) => {
      expect(messageOf({ ...production, ...smtp, [name]: value })).toContain(`${name}: must be`);
    });
  });

  describe("of a bucket", () => {
    const bucket = {
      S3_BUCKET: "photos",
      S3_REGION: "us-east-1",
      S3_ACCESS_KEY_ID: "key",
      S3_SECRET_ACCESS_KEY: "secret",
    };
    const s3Of = (more: Record<string, string>) => readConfig({ ...production, ...more }).s3;

    it("needs no bucket", () => expect(s3Of({})).toBeUndefined());

    it("names in one line what is missing as soon as one of its settings is given", () => {
      const line = "S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: required";
      expect(messageOf({ ...production, S3_BUCKET: "photos" })).toContain(line);
      expect(messageOf({ ...production, S3_PATH_STYLE: "on" })).toContain("S3_BUCKET, S3_REGION");
    });

    it("puts the bucket's name into the path of a store with an address of its own", () => {
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

  describe("of the card provider", () => {
    const demo = { DATABASE_URL: production.DATABASE_URL, STUDBOOK_MODE: "demo" };
    const test = { STRIPE_SECRET_KEY: "sk_test_51Hx", STRIPE_PUBLISHABLE_KEY: "pk_test_51Hx" };

    it.each([
      ["the sandbox's secret key", { STRIPE_SECRET_KEY: "sk_test_sandbox" }, "STRIPE_SECRET_KEY"],
      [
        "the sandbox's publishable key",
        { STRIPE_PUBLISHABLE_KEY: "pk_test_sandbox" },
        "STRIPE_PUBLISHABLE_KEY",
      ],
      ["an address of the sandbox", { STRIPE_API_URL: "http://127.0.0.1:12111" }, "STRIPE_API_URL"],
      [
        "a publishable key for a secret one",
        { STRIPE_SECRET_KEY: "pk_live_x1" },
        "STRIPE_SECRET_KEY",
      ],
      [
        "a secret key for a publishable one",
        { STRIPE_PUBLISHABLE_KEY: "sk_live_x1" },
        "STRIPE_PUBLISHABLE_KEY",
      ],
      ["no secret key", { STRIPE_SECRET_KEY: "" }, "STRIPE_SECRET_KEY: is required"],
      ["no publishable key", { STRIPE_PUBLISHABLE_KEY: "" }, "STRIPE_PUBLISHABLE_KEY: is required"],
      ["keys of two modes", { STRIPE_SECRET_KEY: "sk_test_x1" }, "the same mode"],
      ["a webhook secret of another form", { STRIPE_WEBHOOK_SECRET: "secret" }, "whsec_"],
    ])("refuses %s outside the demo", (_what, change, part) => {
      expect(messageOf({ ...production, ...change })).toContain(part);
    });

    it("speaks to Stripe with Stripe's keys, in the demo too, where none is live", () => {
      expect(readConfig(production).stripe).toMatchObject({
        secretKey: production.STRIPE_SECRET_KEY,
        sandbox: undefined,
      });
      expect(readConfig({ ...demo, ...test }).stripe.sandbox).toBeUndefined();
      const live = { ...test, STRIPE_SECRET_KEY: "sk_live_1", STRIPE_PUBLISHABLE_KEY: "pk_live_1" };
      expect(messageOf({ ...demo, ...live })).toContain("live key");
    });

    it("speaks to the sandbox in the demo without keys", () => {
      expect(readConfig({ ...demo, STRIPE_SANDBOX_PORT: "12200" }).stripe).toMatchObject({
        secretKey: "sk_test_sandbox",
        publishableKey: "pk_test_sandbox",
        sandbox: { apiUrl: "http://127.0.0.1:12200", port: 12_200 },
      });
    });
  });

  it("gives the demo an address of its own port", () => {
    const demo = { DATABASE_URL: production.DATABASE_URL, STUDBOOK_MODE: "demo", PORT: "3100" };
    expect(readConfig(demo).publicUrl).toBe("http://localhost:3100");
  });
});
