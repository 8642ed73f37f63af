import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { ConfigError } from "@studbook/api/config";
import { DEFAULT_PORT, PUBLISHABLE_KEY, SECRET_KEY } from "@studbook/stripe-sandbox/defaults";
import { reachableHost, startSandbox } from "@studbook/stripe-sandbox/start-sandbox";

export type PaymentSandbox = {
  /** Settings with which the server finds it and accepts its webhooks. */
  env: Record<string, string>;
  stop(): Promise<void>;
};

type Options = {
  env: NodeJS.ProcessEnv;
  host: string;
  dataDir: string;
  /** The port of the server on this machine. */
  serverPort: number;
  /** The pnpm script that is running, for the advice in error messages. */
  command: string;
};

const SANDBOX_FOLDER = "stripe-sandbox";

const INVALID_HOST = ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"];

/**
 * Starts the local stand-in for Stripe. Returns undefined if the environment has keys for Stripe itself, or if the host is
 * invalid: the server explains that.
 *
 * @throws ConfigError if another program uses its port
 */
export async function startPaymentSandbox(options: Options): Promise<PaymentSandbox | undefined> {
  const { env, host, dataDir, serverPort, command } = options;
  if (env.STRIPE_SECRET_KEY || env.STRIPE_PUBLISHABLE_KEY) return undefined;
  const port = Number(env.STRIPE_SANDBOX_PORT || DEFAULT_PORT);
  if (port === serverPort) throw portTaken(port, command);
  const secret = env.STRIPE_WEBHOOK_SECRET || `whsec_${randomBytes(24).toString("base64url")}`;
  const sandbox = await startSandbox({
    host,
    port,
    stateDir: join(dataDir, SANDBOX_FOLDER),
    webhook: { url: `http://${reachableHost(host)}:${serverPort}/api/stripe/webhook`, secret },
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE") throw portTaken(port, command);
    if (error.code && INVALID_HOST.includes(error.code)) return undefined;
    throw error;
  });
  if (!sandbox) return undefined;
  return {
    env: {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      STRIPE_WEBHOOK_SECRET: secret,
      STRIPE_API_URL: sandbox.url,
      STRIPE_SANDBOX_PORT: String(port),
    },
    stop: sandbox.close,
  };
}

function portTaken(port: number, command: string): ConfigError {
  return new ConfigError(
    `Port ${port}, which the payment sandbox needs, is already in use. Stop the other program, or choose another port: STRIPE_SANDBOX_PORT=12200 npx -y pnpm ${command}`,
  );
}
