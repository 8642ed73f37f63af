import { once } from "node:events";
import { join } from "node:path";
import { createDb } from "@studbook/db/client";
import pino from "pino";
import { readConfig } from "../src/config.ts";
import { createDiskStorage } from "../src/photos/disk-storage.ts";
import { buildTestApp } from "./test-app.ts";
import { PATIENT_UPLOADS } from "./uploads.ts";

/** A server for tests that stores photos in a folder, down to the last byte of its disk. Ends with its standard input. */
const [databaseUrl = "", dataDir = ""] = process.argv.slice(2);
const config = readConfig({
  STUDBOOK_MODE: "demo",
  RATE_LIMITS: "on",
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
});
const app = await buildTestApp(createDb({ url: databaseUrl, onPoolError: () => undefined }), {
  config,
  storage: createDiskStorage(join(dataDir, "photos")),
  uploadLimits: { ...PATIENT_UPLOADS, reserveBytes: 0 },
  logger: pino({ level: "warn" }, pino.destination({ fd: 2, sync: true })),
});
process.stdout.write(`${await app.listen({ host: "127.0.0.1", port: 0 })}\n`);
await once(process.stdin.resume(), "end");
process.exit();
