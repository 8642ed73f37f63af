/** The keys of the local Stripe sandbox, which production code must not import. A test compares them. */
const SANDBOX_SECRET_KEY = "sk_test_sandbox";
const SANDBOX_PUBLISHABLE_KEY = "pk_test_sandbox";

const SECRET_KEY = /^(?:sk|rk)_(test|live)_\w+$/;
const PUBLISHABLE_KEY = /^pk_(test|live)_\w+$/;

/** How the server and its pages reach Stripe. */
export type StripeSettings = {
  secretKey: string;
  publishableKey: string;
  /** Without it, all webhooks are rejected, and only reconciliation updates payments. */
  webhookSecret: string | undefined;
  /** Where the local sandbox listens; undefined for Stripe itself. */
  sandbox: { apiUrl: string; port: number } | undefined;
};

/** The environment variables for Stripe. */
export type StripeEnvironment = {
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_PUBLISHABLE_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
  STRIPE_API_URL?: string | undefined;
  STRIPE_SANDBOX_PORT: number;
};

/**
 * Lists the problems with the Stripe settings, one line each. Production requires keys from Stripe; the demo accepts
 * those of the sandbox or of Stripe's test mode, never live ones.
 */
export function listStripeProblems(
  present: Record<string, string | undefined>,
  demo: boolean,
): string[] {
  const { STRIPE_SECRET_KEY: secret = "", STRIPE_PUBLISHABLE_KEY: publishable = "" } = present;
  if (demo && isSandbox(present)) return [];
  const problems: string[] = [];
  const secretMode = SECRET_KEY.exec(secret)?.[1];
  const publishableMode = PUBLISHABLE_KEY.exec(publishable)?.[1];
  if (!secretMode || secret === SANDBOX_SECRET_KEY) {
    problems.push(`STRIPE_SECRET_KEY: ${explain(secret, SANDBOX_SECRET_KEY, "sk_live_")}`);
  }
  if (!publishableMode || publishable === SANDBOX_PUBLISHABLE_KEY) {
    problems.push(
      `STRIPE_PUBLISHABLE_KEY: ${explain(publishable, SANDBOX_PUBLISHABLE_KEY, "pk_live_")}`,
    );
  }
  if (secretMode && publishableMode && secretMode !== publishableMode) {
    problems.push(
      "STRIPE_PUBLISHABLE_KEY: must be in the same mode (test or live) as STRIPE_SECRET_KEY",
    );
  }
  const modes = { STRIPE_SECRET_KEY: secretMode, STRIPE_PUBLISHABLE_KEY: publishableMode };
  for (const [name, mode] of Object.entries(modes)) {
    if (!demo || mode !== "live") continue;
    problems.push(
      `${name}: must be a test-mode key with STUDBOOK_MODE=demo, because live keys charge real cards`,
    );
  }
  if (present.STRIPE_API_URL) {
    problems.push("STRIPE_API_URL: is only for the sandbox; remove it to use Stripe");
  }
  return problems;
}

/** Reads the settings. `listStripeProblems` must have found none. */
export function readStripeSettings(env: StripeEnvironment): StripeSettings {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_API_URL, STRIPE_SANDBOX_PORT } = env;
  const sandbox = isSandbox(env)
    ? {
        apiUrl: STRIPE_API_URL ?? `http://127.0.0.1:${STRIPE_SANDBOX_PORT}`,
        port: STRIPE_SANDBOX_PORT,
      }
    : undefined;
  return {
    secretKey: STRIPE_SECRET_KEY ?? SANDBOX_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY ?? SANDBOX_PUBLISHABLE_KEY,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET,
    sandbox,
  };
}

function isSandbox(keys: {
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_PUBLISHABLE_KEY?: string | undefined;
}): boolean {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = keys;
  return (
    (secret === undefined || secret === SANDBOX_SECRET_KEY) &&
    (publishable === undefined || publishable === SANDBOX_PUBLISHABLE_KEY)
  );
}

function explain(key: string, sandboxKey: string, prefix: string): string {
  if (key === "") return "is required";
  if (key === sandboxKey) return "is the sandbox key; use a key from your Stripe account";
  return `must be a Stripe key such as ${prefix}...`;
}
