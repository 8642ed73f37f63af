import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { finished } from "node:stream/promises";
import { prepareDatabase } from "@studbook/api/prepare-database";
import { createTestDb } from "@studbook/db/test/test-db";
import { startTestServer } from "@studbook/db/test/test-server";
import { getFreePort } from "@studbook/local-postgres/free-port";
import { startServer } from "@studbook/scripts/server";
import { PUBLISHABLE_KEY, SECRET_KEY } from "@studbook/stripe-sandbox/defaults";
import { startSandbox } from "@studbook/stripe-sandbox/start-sandbox";
import { listStoredSecrets } from "./list-secrets.ts";

/** A line of the server's log below the level of errors. */
const ROUTINE_LINE = /^\{"level":[1-4]0,/;

type Product = {
  /** Settings with which journeys find the product, its database, its folder and the sandbox. */
  env: Record<string, string>;
  /**
   * Stops everything and removes its data.
   *
   * @throws Error if secrets of payments were stored or logged
   */
  stop(): Promise<void>;
};

/** Starts the built product with its demo data: a database, a stand-in for Stripe and the server. */
export async function startProduct(): Promise<Product> {
  const data = new AsyncDisposableStack();
  // Registered again last, so that a start that fails also stops programs before it removes data.
  const programs = new AsyncDisposableStack();
  try {
    const folder = await mkdtemp(join(tmpdir(), "studbook-e2e-"));
    data.defer(() => rm(folder, { recursive: true, force: true }));
    const dataDir = join(folder, "data");
    const outputFile = join(folder, "output.log");
    const postgres = await startTestServer();
    data.defer(postgres.stop);
    const database = await createTestDb({ server: postgres.url });
    data.defer(database.drop);
    data.use(programs);
    await prepareDatabase(database);
    const port = await getFreePort();
    const sandboxDir = join(dataDir, "stripe-sandbox");
    const secret = `whsec_${randomBytes(24).toString("base64url")}`;
    const sandbox = await startSandbox({
      stateDir: sandboxDir,
      webhook: { url: `http://localhost:${port}/api/stripe/webhook`, secret },
    });
    programs.defer(sandbox.close);
    const env = {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      STRIPE_WEBHOOK_SECRET: secret,
      STRIPE_API_URL: sandbox.url,
      STRIPE_SANDBOX_PORT: String(sandbox.port),
    };
    programs.defer(await runServer({ ...env, PORT: String(port) }, outputFile));
    return {
      env: { ...env, BASE_URL: `http://localhost:${port}` },
      async stop() {
        await programs.disposeAsync();
        const found = await listStoredSecrets({
          outputFile,
          dataDir,
          sandboxDir,
          db: database.owner,
        });
        await data.disposeAsync();
        if (found.length > 0)
          throw new Error(`Secrets of payments were stored or logged:\n${found.join("\n")}`);
      },
    };
  } catch (error) {
    await data.disposeAsync();
    throw error;
  }
}

/** Starts the server and waits until it is ready. Returns what stops it. */
async function runServer(
  env: Record<string, string>,
  outputFile: string,
): Promise<() => Promise<void>> {
  const server = startServer(
    {
      ...process.env,
      ...env,
      NODE_ENV: "production",
      STUDBOOK_MODE: "demo",
      LOG_LEVEL: "trace",
      RATE_LIMITS: "off",
    },
    [],
    "pipe",
  );
  const stored = storeOutput(server.child, outputFile);
  const code = await Promise.race([server.ready, server.ended]);
  if (code !== undefined) throw new Error(`The server ended with ${code} before it was ready.`);
  return async () => {
    await server.stop();
    await stored;
  };
}

/**
 * Stores all that a program prints in a file and shows it without the routine lines of its log. Resolves when
 * the program has ended and the file is complete.
 */
async function storeOutput(child: ChildProcess, path: string): Promise<void> {
  const file = createWriteStream(path);
  const streams = [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const;
  await Promise.all(
    streams.map(async ([source, shown]) => {
      if (!source) throw new Error("The output of the program is not piped");
      for await (const line of createInterface({ input: source })) {
        file.write(`${line}\n`);
        if (!ROUTINE_LINE.test(line)) shown.write(`${line}\n`);
      }
    }),
  );
  file.end();
  await finished(file);
}
