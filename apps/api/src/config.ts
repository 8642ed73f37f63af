import type { z } from "@studbook/domain/schemas/z";
import { Environment } from "./environment.ts";
import { type MailSettings, readMailSettings } from "./mail/mail-settings.ts";
import {
  findStripeProblems,
  readStripeSettings,
  type StripeSettings,
} from "./payments/stripe-settings.ts";

const S3_NEEDED = ["S3_BUCKET", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"];

/** An S3-compatible bucket; without an endpoint it is one of Amazon's. */
export type S3Settings = {
  bucket: string;
  region: string;
  endpoint: string | undefined;
  /** The bucket's name stands in the path of its address instead of the host. */
  pathStyle: boolean;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Settings of one server process. Paths are absolute, URLs are origins without a trailing slash. */
export type Config = {
  mode: "production" | "demo";
  /** The web app is served by its own development server. */
  development: boolean;
  port: number;
  host: string;
  /** Where metrics are told; undefined for nowhere. */
  metricsPort: number | undefined;
  build: { version: string; revision: string };
  dataDir: string;
  /** `knowsOwner` tells that this process was given the address of the owner too, which no server needs. */
  database: { url: string; poolSize: number; knowsOwner: boolean };
  publicUrl: string;
  trustProxy: string[];
  supportEmail: string;
  /** Where the operator's own /privacy and /terms are. */
  legalDir: string | undefined;
  rateLimits: boolean;
  /** How many pages one network may ask for in a minute. */
  pagesPerMinute: number;
  /** Browsers are to use HTTPS for the subdomains of `publicUrl` too. */
  hstsSubdomains: boolean;
  /** How long requests may take to their end once the server was told to stop. */
  drainSeconds: number;
  logLevel: string;
  webDist: string;
  photoBaseUrl: string;
  /** How long a shared cache may keep a photo that everyone may see; 0 for not at all. */
  photoSharedCacheSeconds: number;
  /** Where photos are kept instead of `dataDir`. */
  s3: S3Settings | undefined;
  stripe: StripeSettings;
  mail: MailSettings;
};

/** Thrown by {@link readConfig}; its message lists everything that is wrong, one setting a line. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/**
 * Reads the settings from the environment.
 *
 * @throws ConfigError listing every missing or malformed setting at once.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Environment.safeParse(present);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => {
        const name = issue.path.join(".");
        return `${name}: ${name in present ? issue.message : "is required"}`;
      });
  const demo = present.STUDBOOK_MODE === "demo";
  if (!demo) {
    for (const name of ["PUBLIC_URL", "SUPPORT_EMAIL"]) {
      if (!(name in present)) problems.push(`${name}: is required`);
    }
    if (present.RATE_LIMITS === "off") {
      problems.push("RATE_LIMITS: can be off with STUDBOOK_MODE=demo alone");
    }
  }
  problems.push(...findStripeProblems(present, demo));
  if ("SMTP_URL" in present && !("MAIL_FROM" in present)) {
    problems.push("MAIL_FROM: is required with SMTP_URL");
  }
  const missing = S3_NEEDED.filter((name) => !(name in present));
  const isS3 = [...S3_NEEDED, "S3_ENDPOINT", "S3_PATH_STYLE"].some((name) => name in present);
  if (isS3 && missing.length > 0) {
    problems.push(`${missing.join(", ")}: required as soon as one of the S3 settings is given`);
  }
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError(
      `The settings are not usable:\n${problems.map((line) => `  ${line}`).join("\n")}\n.env.example describes each of them.`,
    );
  }
  const env = parsed.data;
  return {
    mode: env.STUDBOOK_MODE,
    development: env.NODE_ENV === "development",
    port: env.PORT,
    host: env.HOST,
    metricsPort: env.METRICS_PORT,
    build: { version: env.STUDBOOK_VERSION, revision: env.STUDBOOK_REVISION },
    dataDir: env.DATA_DIR,
    database: {
      url: env.DATABASE_URL,
      poolSize: env.DATABASE_POOL_SIZE,
      knowsOwner: env.DATABASE_OWNER_URL !== undefined,
    },
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    trustProxy: env.TRUST_PROXY,
    supportEmail: env.SUPPORT_EMAIL ?? "support@example.com",
    legalDir: env.LEGAL_DIR,
    rateLimits: env.RATE_LIMITS === "on",
    pagesPerMinute: env.PAGES_PER_MINUTE,
    hstsSubdomains: env.HSTS_SUBDOMAINS === "on",
    drainSeconds: env.DRAIN_SECONDS,
    logLevel: env.LOG_LEVEL,
    webDist: env.WEB_DIST,
    photoBaseUrl: env.PHOTO_BASE_URL ?? "",
    photoSharedCacheSeconds: env.PHOTO_SHARED_CACHE_SECONDS,
    s3: readS3Settings(env),
    stripe: readStripeSettings(env),
    mail: readMailSettings(env),
  };
}

function readS3Settings(env: z.infer<typeof Environment>): S3Settings | undefined {
  const { S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_PATH_STYLE } = env;
  const { S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (!S3_BUCKET || !S3_REGION || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined;
  return {
    bucket: S3_BUCKET,
    region: S3_REGION,
    endpoint: S3_ENDPOINT,
    pathStyle: S3_PATH_STYLE ? S3_PATH_STYLE === "on" : S3_ENDPOINT !== undefined,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}
