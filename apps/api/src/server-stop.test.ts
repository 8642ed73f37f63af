import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDb } from "@studbook/db/test/test-db";
import { getFreePort } from "@studbook/local-postgres/free-port";
import { expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { createLogger } from "./log.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { createServer } from "./server.ts";

it("closes connections whose requests have not ended within DRAIN_SECONDS", async () => {
  const test = await createTestDb({ migrated: false });
  await prepareDatabase(test);
  const dataDir = await mkdtemp(join(tmpdir(), "studbook-stop-"));
  const port = await getFreePort();
  const config = readConfig({
    NODE_ENV: "development",
    STUDBOOK_MODE: "demo",
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: test.url,
    DRAIN_SECONDS: "1",
    STRIPE_SANDBOX_PORT: "9",
  });
  const lines: string[] = [];
  const logger = createLogger("warn", { write: (line) => void lines.push(line) });
  const server = await createServer(config, { logger });
  expect(await server.start()).toBe(true);
  const client = connect(port, "127.0.0.1");
  await once(client, "connect");
  // It may be reset.
  client.on("error", () => undefined);
  const head = "GET /livez HTTP/1.1\r\nHost: studbook.test\r\n";
  client.write(`${head}\r\n${head}`);
  await once(client, "data");
  const closed = new Promise((resolve) => client.resume().once("close", resolve));
  await server.stop("the test is over");
  await closed;
  expect(lines.join("")).toContain("have not ended within DRAIN_SECONDS");
  await test.drop();
  await rm(dataDir, { recursive: true });
});
