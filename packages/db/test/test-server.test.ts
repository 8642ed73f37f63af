import { afterEach, expect, it, vi } from "vitest";
import { startTestServer } from "./test-server.ts";

afterEach(() => vi.unstubAllEnvs());

it("takes the server that is given, unless a container is asked for", async () => {
  vi.stubEnv("TEST_DATABASE", "");
  vi.stubEnv("TEST_DATABASE_URL", "postgres://given:1/given");
  expect(await startTestServer()).toMatchObject({ kind: "given", url: "postgres://given:1/given" });
  vi.stubEnv("TEST_DATABASE", "container");
  await expect(startTestServer()).rejects.toThrow("another server is given");
  vi.stubEnv("TEST_DATABASE", "contaner");
  await expect(startTestServer()).rejects.toThrow("must be container");
});
