import { isIP } from "node:net";
import { isAbsolute, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "@studbook/domain/schemas/z";
import { parseSender } from "./mail/mail-settings.ts";

/** How long a server that stops waits for its open requests by default, in seconds. */
export const DEFAULT_DRAIN_SECONDS = 4;

/** How long a stopping server accepts requests until its load balancers have noticed, in milliseconds. */
export const LONGEST_NOTICE_MS = 10_000;

const workspace = fileURLToPath(new URL("../../../", import.meta.url));

function whole(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  const number = z.number().min(min, message).max(max, message);
  return z.string().regex(/^\d+$/, message).transform(Number).pipe(number);
}

function oneOf<const Value extends string>(...values: [Value, ...Value[]]) {
  return z.enum(values, `must be one of: ${values.join(", ")}`);
}

const address = z.url({
  protocol: /^https?$/,
  hostname: /.*/,
  error: "must be an http(s) URL",
});

const database = z.url({
  protocol: /^postgres(ql)?$/,
  hostname: /.*/,
  error: "must be a URL such as postgres://user:password@host:5432/database",
});

const origin = z.string().transform((value, { addIssue }) => {
  const url = URL.parse(value);
  if (url && /^https?:$/.test(url.protocol) && url.origin === value.replace(/\/$/, "")) {
    return url.origin;
  }
  addIssue("must contain only a scheme, host and optional port, such as https://studbook.example");
  return z.NEVER;
});

const mailServer = z.url({
  protocol: /^smtps?$/,
  hostname: /.*/,
  error: "must be a URL such as smtps://user:password@mail.example:465",
});

const sender = z.string().transform((value, { addIssue }) => {
  const parsed = parseSender(value);
  if (z.email().safeParse(parsed.address).success) return parsed;
  addIssue("must be a sender such as Studbook <mail@studbook.example>");
  return z.NEVER;
});

const header = z.string().transform((value, { addIssue }) => {
  const [, name, text] = /^([\w-]+): *([\x21-\x7e][\x20-\x7e]*)$/.exec(value) ?? [];
  if (name && text) return { name, value: text };
  addIssue("must be a header such as Fastly-Key: secret");
  return z.NEVER;
});

const directory = z
  .string()
  .transform((path) => (isAbsolute(path) ? path : resolve(workspace, path)));

const networks = z.string().transform((value, { addIssue }) => {
  const parts = value
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  if (!parts.every(isNetwork)) {
    addIssue("must be a comma-separated list of addresses or networks such as 10.0.0.0/8");
  }
  return parts;
});

const NETWORK_NAMES = new Set(["loopback", "linklocal", "uniquelocal"]);

function isNetwork(text: string): boolean {
  const [ip = "", bits] = text.split("/");
  if (NETWORK_NAMES.has(text)) return true;
  const maxBits = isIP(ip) === 6 ? 128 : 32;
  return isIP(ip) !== 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= maxBits));
}

/** The settings of a server. .env.example describes each of them. */
export const Environment = z.object({
  NODE_ENV: oneOf("production", "development", "test").default("production"),
  STUDBOOK_MODE: oneOf("production", "demo").default("production"),
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  METRICS_PORT: whole(0, 65_535).optional(),
  DATA_DIR: directory.default(resolve(workspace, ".data")),
  DATABASE_URL: database,
  DATABASE_PASSWORD: z.string().optional(),
  // Only for commands that change the schema; servers ignore both.
  DATABASE_OWNER_URL: database.optional(),
  DATABASE_OWNER_PASSWORD: z.string().optional(),
  DATABASE_DIRECT_URL: database.optional(),
  DATABASE_DIRECT_PASSWORD: z.string().optional(),
  DATABASE_REPLICA_URL: database.optional(),
  DATABASE_REPLICA_PASSWORD: z.string().optional(),
  DATABASE_POOL_SIZE: whole(1, 200).default(10),
  PUBLIC_URL: origin.optional(),
  TRUST_PROXY: networks.default([]),
  SUPPORT_EMAIL: z.email("must be an email address").optional(),
  LEGAL_DIR: directory.optional(),
  SMTP_URL: mailServer.optional(),
  MAIL_FROM: sender.optional(),
  RATE_LIMITS: oneOf("on", "off").default("on"),
  RESPONSE_CACHE_MB: whole(0, 100_000).default(64),
  SHARED_CACHE_SECONDS: whole(0, 31_536_000).default(0),
  CDN_PURGE_URL: address.optional(),
  CDN_PURGE_HEADER: header.optional(),
  PAGES_PER_MINUTE: whole(1, 1_000_000).default(1200),
  HSTS_SUBDOMAINS: oneOf("on", "off").default("off"),
  DRAIN_SECONDS: whole(1, 3600).default(DEFAULT_DRAIN_SECONDS),
  STUDBOOK_VERSION: z.string().default("unknown"),
  STUDBOOK_REVISION: z.string().default("unknown"),
  LOG_LEVEL: oneOf("trace", "debug", "info", "warn", "error", "fatal", "silent").default("info"),
  WEB_DIST: directory.default(resolve(workspace, "apps/web/dist")),
  PHOTO_BASE_URL: origin.optional(),
  PHOTO_SHARED_CACHE_SECONDS: whole(0, 31_536_000).default(0),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ENDPOINT: address.optional(),
  S3_PATH_STYLE: oneOf("on", "off").optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, "must be the webhook's signing secret, which starts with whsec_")
    .optional(),
  STRIPE_API_URL: origin.optional(),
  STRIPE_SANDBOX_PORT: whole(1, 65_535).default(12_111),
});
