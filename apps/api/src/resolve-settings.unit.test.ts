import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ConfigError } from "./config.ts";
import { resolveSettings } from "./resolve-settings.ts";

describe("resolveSettings", () => {
  const folder = mkdtempSync(join(tmpdir(), "studbook-settings-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const save = (name: string, content: string) => {
    const file = join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  const refusal = (environment: Record<string, string>): string => {
    try {
      resolveSettings(environment);
    } catch (error) {
      if (error instanceof ConfigError) return error.message;
      throw error;
    }
    return "";
  };

  it("reads any setting from the file that NAME_FILE names, without the final newline", () => {
    const settings = resolveSettings({
      STRIPE_SECRET_KEY_FILE: save("key", "sk_live_1\n"),
      S3_SECRET_ACCESS_KEY_FILE: save("s3", "secret"),
      PORT_FILE: save("port", "3100\n"),
      HOST: "0.0.0.0",
    });
    expect(settings).toMatchObject({
      STRIPE_SECRET_KEY: "sk_live_1",
      S3_SECRET_ACCESS_KEY: "secret",
      PORT: "3100",
      HOST: "0.0.0.0",
    });
  });

  it("ignores variables that are not settings", () => {
    expect(resolveSettings({ SSL_CERT_FILE: "/nowhere" })).toEqual({ SSL_CERT_FILE: "/nowhere" });
  });

  it("treats an empty file and an empty file name as no setting", () => {
    const settings = resolveSettings({
      STRIPE_WEBHOOK_SECRET_FILE: save("empty", "\n"),
      S3_BUCKET_FILE: "",
    });
    expect(settings.STRIPE_WEBHOOK_SECRET).toBe("");
    expect(settings.S3_BUCKET).toBeUndefined();
  });

  it("lists all problems at once, without the contents of files", () => {
    const message = refusal({
      STRIPE_SECRET_KEY: "sk_live_1",
      STRIPE_SECRET_KEY_FILE: save("twice", "sk_live_2"),
      STRIPE_WEBHOOK_SECRET_FILE: join(folder, "missing"),
      DATABASE_URL: "postgres://studbook:first-of-two@db/studbook",
      DATABASE_PASSWORD: "second-of-two",
    });
    expect(message).toContain("STRIPE_SECRET_KEY: STRIPE_SECRET_KEY_FILE is also set");
    expect(message).toMatch(/STRIPE_WEBHOOK_SECRET_FILE: cannot read .*missing \(ENOENT\)/);
    expect(message).toContain("DATABASE_PASSWORD: DATABASE_URL already has a password");
    expect(message).not.toMatch(/sk_live|of-two/);
  });

  it.each(["DATABASE", "DATABASE_OWNER"])(
    "adds %s_PASSWORD to the database URL, whatever characters it has",
    (name) => {
      const settings: Record<string, string | undefined> = resolveSettings({
        [`${name}_URL`]: "postgres://studbook@db:5432/studbook",
        [`${name}_PASSWORD_FILE`]: save("password", "p@ss/w:rd %?#é\n"),
      });
      const url = new URL(settings[`${name}_URL`] ?? "");
      expect(decodeURIComponent(url.password)).toBe("p@ss/w:rd %?#é");
      expect(url.host + url.pathname).toBe("db:5432/studbook");
    },
  );
});
