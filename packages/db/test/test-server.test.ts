import { afterEach, expect, it, vi } from "vitest";
import { startTestServer } from "./test-server.ts";

afterEach(() => vi.unstubAllEnvs());

it("uses the given server and rejects TEST_DATABASE=container with it", async () => {
  vi.stubEnv("TEST_DATABASE", "");
  vi.stubEnv("TEST_DATABASE_URL", "postgres://given:1/given");
  expect(await startTestServer()).toMatchObject({ kind: "given", url: "postgres://given:1/given" });
  vi.stubEnv("TEST_DATABASE", "container");
  await expect(startTestServer()).rejects.toThrow("a server is already configured");
  vi.stubEnv("TEST_DATABASE", "contaner");
  await expect(startTestServer()).rejects.toThrow("must be container");
});
