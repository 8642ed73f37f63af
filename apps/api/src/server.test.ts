import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer } from "../test/create-test-server.ts";
import { prepareDatabase } from "./prepare-database.ts";

let test: TestDb;
let dataDir: string;
beforeAll(async () => {
  test = await createTestDb({ migrated: false });
  await prepareDatabase(test);
  dataDir = await mkdtemp(join(tmpdir(), "studbook-server-"));
});
afterAll(async () => {
  await test.drop();
  await rm(dataDir, { recursive: true });
});

it("closes connections whose requests have not ended within DRAIN_SECONDS", async () => {
  const { server, port, lines } = await createTestServer(
    { url: test.url, dataDir },
    { DRAIN_SECONDS: "1" },
  );
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
});

it("warns if it cannot store photos", async () => {
  const file = join(dataDir, "file");
  await writeFile(file, "");
  const { server, lines } = await createTestServer({ url: test.url, dataDir: file });
  expect(await server.start()).toBe(true);
  await expect.poll(() => lines.join("")).toContain("members cannot upload photos");
  expect(lines.join("")).toContain(`ENOTDIR: not a directory (${file}`);
  await server.stop("the test is over");
});
