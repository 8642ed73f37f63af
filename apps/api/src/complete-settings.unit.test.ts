import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { completeSettings } from "./complete-settings.ts";
import { ConfigError } from "./config.ts";

describe("completeSettings", () => {
  const folder = mkdtempSync(join(tmpdir(), "studbook-settings-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const keep = (name: string, content: string) => {
    const file = join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  const refusal = (environment: Record<string, string>): string => {
    try {
      completeSettings(environment);
    } catch (error) {
      if (error instanceof ConfigError) return error.message;
      throw error;
    }
    return "";
  };

  it("takes any setting from the file that NAME_FILE names, without its last newline", () => {
    const settings = completeSettings({
      STRIPE_SECRET_KEY_FILE: keep("key", "sk_live_1\n"),
      S3_SECRET_ACCESS_KEY_FILE: keep("s3", "secret"),
      PORT_FILE: keep("port", "3100\n"),
      HOST: "0.0.0.0",
    });
    expect(settings).toMatchObject({
      STRIPE_SECRET_KEY: "sk_live_1",
      S3_SECRET_ACCESS_KEY: "secret",
      PORT: "3100",
      HOST: "0.0.0.0",
    });
  });

  it("leaves names alone that are no settings", () => {
    expect(completeSettings({ SSL_CERT_FILE: "/nowhere" })).toEqual({ SSL_CERT_FILE: "/nowhere" });
  });

  it("takes an empty file and an empty name for none", () => {
    const settings = completeSettings({
      STRIPE_WEBHOOK_SECRET_FILE: keep("empty", "\n"),
      S3_BUCKET_FILE: "",
    });
    expect(settings.STRIPE_WEBHOOK_SECRET).toBe("");
    expect(settings.S3_BUCKET).toBeUndefined();
  });

  it("says of everything that is wrong at once, and never what a file holds", () => {
    const message = refusal({
      STRIPE_SECRET_KEY: "sk_live_1",
      STRIPE_SECRET_KEY_FILE: keep("twice", "sk_live_2"),
      STRIPE_WEBHOOK_SECRET_FILE: join(folder, "missing"),
      DATABASE_URL: "postgres://studbook:first-of-two@db/studbook",
      DATABASE_PASSWORD: "second-of-two",
    });
    expect(message).toContain("STRIPE_SECRET_KEY: is given here and in STRIPE_SECRET_KEY_FILE");
    expect(message).toMatch(/STRIPE_WEBHOOK_SECRET_FILE: .*missing cannot be read \(ENOENT\)/);
    expect(message).toContain("DATABASE_PASSWORD: DATABASE_URL has a password already");
    expect(message).not.toMatch(/sk_live|of-two/);
  });

  it.each(["DATABASE", "DATABASE_OWNER"])(
    "puts %s_PASSWORD, of any characters, into the address of the database",
    (name) => {
      const settings: Record<string, string | undefined> = completeSettings({
        [`${name}_URL`]: "postgres://studbook@db:5432/studbook",
        [`${name}_PASSWORD_FILE`]: keep("password", "p@ss/w:rd %?#é\n"),
      });
      const url = new URL(settings[`${name}_URL`] ?? "");
      expect(decodeURIComponent(url.password)).toBe("p@ss/w:rd %?#é");
      expect(url.host + url.pathname).toBe("db:5432/studbook");
    },
  );
});
