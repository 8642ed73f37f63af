import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDb } from "@studbook/db/test/test-db";
import { expect, it } from "vitest";
import { createTestServer } from "../test/create-test-server.ts";
import { prepareDatabase } from "./prepare-database.ts";

it("closes connections whose requests have not ended within DRAIN_SECONDS", async () => {
  const test = await createTestDb({ migrated: false });
  await prepareDatabase(test);
  const dataDir = await mkdtemp(join(tmpdir(), "studbook-stop-"));
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
  await test.drop();
  await rm(dataDir, { recursive: true });
});
