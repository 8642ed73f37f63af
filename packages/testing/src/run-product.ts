import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfig } from "@studbook/api/config";
import { createLogger } from "@studbook/api/log";
import { prepareDatabase } from "@studbook/api/prepare-database";
import { createServer } from "@studbook/api/server";
import { createDatabaseClock } from "@studbook/db/clock";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import { startTestServer } from "@studbook/db/test/test-server";
import { getFreePort } from "@studbook/local-postgres/free-port";
import { type RunningSandbox, startSandbox } from "@studbook/stripe-sandbox/start-sandbox";

const WEB = fileURLToPath(new URL("../../../apps/web/dist/client", import.meta.url));

export type Product = {
  baseUrl: string;
  database: TestDb;
  sandbox: RunningSandbox;
  /** Moves the database's clock forward, which the server follows. */
  advance(ms: number): Promise<void>;
  stop(): Promise<void>;
};

/** Starts everything in this process, on free ports and in a temporary folder. */
export async function runProduct(): Promise<Product> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (let next = stops.pop(); next; next = stops.pop()) await next();
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), "studbook-testing-"));
    stops.push(() => rm(folder, { recursive: true, force: true }));
    const postgres = await startTestServer();
    stops.push(postgres.stop);
    const database = await createTestDb({ server: postgres.url });
    stops.push(database.drop);
    await prepareDatabase(database);
    const port = await getFreePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    const secret = `whsec_${randomBytes(24).toString("base64url")}`;
    const sandbox = await startSandbox({
      stateDir: join(folder, "stripe-sandbox"),
      webhook: { url: `${baseUrl}/api/stripe/webhook`, secret },
    });
    stops.push(sandbox.close);
    const config = readConfig({
      STUDBOOK_MODE: "demo",
      // The pages are only available if they have been built. API calls do not need them.
      NODE_ENV: existsSync(WEB) ? "production" : "development",
      RATE_LIMITS: "off",
      PORT: String(port),
      PUBLIC_URL: baseUrl,
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      STRIPE_WEBHOOK_SECRET: secret,
      STRIPE_SANDBOX_PORT: String(sandbox.port),
    });
    const logger = createLogger("error");
    const clock = createDatabaseClock(database.db, { onError: (err) => logger.error({ err }) });
    const server = await createServer(config, { logger, clock });
    stops.push(() => server.stop("the test is over"));
    await server.start();
    const advance = async (ms: number) => {
      await database.advance(ms);
      await clock.refresh();
    };
    return { baseUrl, database, sandbox, advance, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
