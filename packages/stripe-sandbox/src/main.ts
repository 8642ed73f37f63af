import { resolve } from "node:path";
import { DEFAULT_PORT } from "./defaults.ts";
import { startSandbox } from "./start-sandbox.ts";

const env = process.env;
const host = env.HOST || "127.0.0.1";
const port = Number(env.STRIPE_SANDBOX_PORT || DEFAULT_PORT);
const stateDir = resolve(env.DATA_DIR || ".data", "stripe-sandbox");
const url = env.STRIPE_WEBHOOK_URL;
const secret = env.STRIPE_WEBHOOK_SECRET;

try {
  const sandbox = await startSandbox({
    host,
    port,
    stateDir,
    ...(url && secret && { webhook: { url, secret } }),
  });
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    sandbox.close().catch((error: unknown) => {
      process.stderr.write(`${error}\n`);
      process.exit(1);
    });
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, stop);
  process.stdout.write(`Stripe sandbox on ${sandbox.url}\n`);
} catch (error) {
  const isPortInUse = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  process.stderr.write(
    isPortInUse
      ? `Port ${port} is already in use. Stop the other program, or choose another port with STRIPE_SANDBOX_PORT.\n`
      : `The Stripe sandbox could not start: ${error instanceof Error ? error.message : error}\n`,
  );
  process.exit(1);
}
