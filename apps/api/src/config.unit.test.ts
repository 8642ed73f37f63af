import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const production = {
  DATABASE_URL: "postgres://studbook@localhost:5432/studbook",
  PUBLIC_URL: "https://studbook.example",
  SUPPORT_EMAIL: "help@studbook.example",
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
      trustProxy: [],
      publicUrl: "https://studbook.example",
    });
  });

  it("lists everything that is wrong in one message", () => {
    const message = messageOf({ PORT: "http", PUBLIC_URL: "studbook", TRUST_PROXY: "10.0.0.1" });
    expect(message).toContain("PORT: must be a whole number from 0 to 65535");
    for (const name of ["PORT", "PUBLIC_URL", "DATABASE_URL", "SUPPORT_EMAIL"]) {
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

  it("lets rate limits be off in the demo alone", () => {
    expect(messageOf({ ...production, RATE_LIMITS: "off" })).toContain("RATE_LIMITS");
    expect(
      readConfig({ ...production, STUDBOOK_MODE: "demo", RATE_LIMITS: "off" }).rateLimits,
    ).toBe(false);
  });

  it("splits the trusted proxies", () => {
    expect(readConfig({ ...production, TRUST_PROXY: "10.0.0.0/8, ::1" }).trustProxy).toEqual([
      "10.0.0.0/8",
      "::1",
    ]);
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

  it("gives the demo an address of its own port", () => {
    const demo = { DATABASE_URL: production.DATABASE_URL, STUDBOOK_MODE: "demo", PORT: "3100" };
    expect(readConfig(demo).publicUrl).toBe("http://localhost:3100");
  });
});
