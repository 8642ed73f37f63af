import { DEFAULT_SUPPORT_EMAIL } from "@studbook/domain/pages";
import type { z } from "@studbook/domain/schemas/z";
import { Environment } from "./environment.ts";
import { type MailSettings, readMailSettings } from "./mail/mail-settings.ts";
import {
  listStripeProblems,
  readStripeSettings,
  type StripeSettings,
} from "./payments/stripe-settings.ts";
import type { CdnSettings } from "./response-cache/purge-cdn.ts";

const S3_REQUIRED = ["S3_BUCKET", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"];

/** An S3-compatible bucket; Amazon S3 if there is no endpoint. */
export type S3Settings = {
  bucket: string;
  region: string;
  endpoint: string | undefined;
  /** URLs have the bucket name in the path instead of the host. */
  pathStyle: boolean;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Settings of one server process. Paths are absolute, URLs are origins without a trailing slash. */
export type Config = {
  mode: "production" | "demo";
  /** Whether the web app is served by its own development server. */
  development: boolean;
  port: number;
  host: string;
  /** Metrics are not served if undefined. */
  metricsPort: number | undefined;
  build: { version: string; revision: string };
  dataDir: string;
  database: {
    url: string;
    /** Never leads through a pooler; the same as `url` by default. */
    directUrl: string;
    /** A standby of the same database, for what guests read. */
    replicaUrl: string | undefined;
    poolSize: number;
    /** Whether DATABASE_OWNER_URL is set, which no server needs. */
    knowsOwner: boolean;
  };
  publicUrl: string;
  trustProxy: string[];
  supportEmail: string;
  /** The directory with the operator's own /privacy and /terms. */
  legalDir: string | undefined;
  rateLimits: boolean;
  /** How much memory responses to public reads can take; 0 disables storing them. */
  responseCacheMegabytes: number;
  /** How long a shared cache can store responses to public reads; 0 means that it must ask each time. */
  sharedCacheSeconds: number;
  /** The CDN that is told about changes. */
  cdn: CdnSettings | undefined;
  /** How many pages one network can request per minute. */
  pagesPerMinute: number;
  /** Whether the HSTS header includes the subdomains of `publicUrl`. */
  hstsSubdomains: boolean;
  /** How long open requests can take to finish after the server was asked to stop. */
  drainSeconds: number;
  logLevel: string;
  webDist: string;
  photoBaseUrl: string;
  /** How long a shared cache can store a public photo; 0 disables it. */
  photoSharedCacheSeconds: number;
  /** Where photos are stored instead of `dataDir`. */
  s3: S3Settings | undefined;
  stripe: StripeSettings;
  mail: MailSettings;
};

/** The message lists all invalid settings, one per line. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/**
 * Reads the settings from the environment.
 *
 * @throws ConfigError listing all missing and malformed settings
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const demo = present.STUDBOOK_MODE === "demo";
  const problems = listStripeProblems(present, demo);
  const parsed = Environment.safeParse(present);
  for (const { path, message } of parsed.error?.issues ?? []) {
    const name = path.join(".");
    if (problems.some((line) => line.startsWith(`${name}:`))) continue;
    problems.push(`${name}: ${name in present ? message : "is required"}`);
  }
  if (!demo) {
    for (const name of ["PUBLIC_URL", "SUPPORT_EMAIL"]) {
      if (!(name in present)) problems.push(`${name}: is required`);
    }
    if (present.RATE_LIMITS === "off") {
      problems.push("RATE_LIMITS: can be off only with STUDBOOK_MODE=demo");
    }
  }
  if ("SMTP_URL" in present && !("MAIL_FROM" in present)) {
    problems.push("MAIL_FROM: is required with SMTP_URL");
  }
  if (parsed.data?.METRICS_PORT && parsed.data.METRICS_PORT === parsed.data.PORT) {
    problems.push("METRICS_PORT: must differ from PORT");
  }
  if (parsed.data?.CDN_PURGE_URL && parsed.data.RESPONSE_CACHE_MB === 0) {
    problems.push("CDN_PURGE_URL: requires RESPONSE_CACHE_MB above 0");
  }
  const missing = S3_REQUIRED.filter((name) => !(name in present));
  const isS3 = [...S3_REQUIRED, "S3_ENDPOINT", "S3_PATH_STYLE"].some((name) => name in present);
  if (isS3 && missing.length > 0) {
    problems.push(`${missing.join(", ")}: must be set if any S3 setting is set`);
  }
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError(
      `Invalid settings:\n${problems.map((line) => `  ${line}`).join("\n")}\nSee .env.example for a description of each setting.`,
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
      directUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
      replicaUrl: env.DATABASE_REPLICA_URL,
      poolSize: env.DATABASE_POOL_SIZE,
      knowsOwner: env.DATABASE_OWNER_URL !== undefined,
    },
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    trustProxy: env.TRUST_PROXY,
    supportEmail: env.SUPPORT_EMAIL ?? DEFAULT_SUPPORT_EMAIL,
    legalDir: env.LEGAL_DIR,
    rateLimits: env.RATE_LIMITS === "on",
    responseCacheMegabytes: env.RESPONSE_CACHE_MB,
    sharedCacheSeconds: env.SHARED_CACHE_SECONDS,
    cdn: env.CDN_PURGE_URL ? { url: env.CDN_PURGE_URL, header: env.CDN_PURGE_HEADER } : undefined,
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
