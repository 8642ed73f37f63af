import { chmod, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { runCli } from "@studbook/api/cli/run-cli";
import { startEmbeddedPostgres } from "@studbook/local-postgres/embedded-postgres";
import { expect, onTestFinished, test } from "vitest";
import { addDemoSettings, readDemoConfig } from "./demo-settings.ts";

async function createDataDir(): Promise<string> {
  const folder = await mkdtemp("/var/tmp/studbook-demo-settings-");
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Starts a database as `pnpm start` does. Returns its DATA_DIR. */
async function startDatabase(): Promise<string> {
  const folder = await createDataDir();
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), fsync: false });
  onTestFinished(postgres.stop);
  return folder;
}

test("uses the database of the running start that has the same DATA_DIR", async () => {
  const DATA_DIR = await startDatabase();
  const settings = await addDemoSettings({ DATA_DIR });
  const run = async (...args: string[]) => {
    let output = "";
    const write = (text: string) => {
      output += text;
    };
    return { code: await runCli(args, settings, { out: write, err: write }), output };
  };
  expect(await run("user", "show", "x")).toEqual({
    code: 1,
    output: expect.stringMatching(/run `migrate` first/),
  });
  expect(await run("migrate")).toEqual({
    code: 0,
    output: expect.stringMatching(/^0001-tables$/m),
  });
  const missing = await run("user", "show", "x", "--json");
  expect(JSON.parse(missing.output)).toMatchObject({ code: "USER_NOT_FOUND" });
});

test("changes nothing if no start is running", async () => {
  const environment = { DATA_DIR: await createDataDir() };
  expect(await addDemoSettings(environment)).toBe(environment);
});

test("keeps the database that the environment names, although a start is running", async () => {
  const DATA_DIR = await startDatabase();
  for (const setting of [
    { DATABASE_URL: "postgres://u:p@example.com/d" },
    { DATABASE_URL_FILE: "/run/secrets/database-url" },
  ]) {
    const environment = { ...setting, DATA_DIR };
    expect(await addDemoSettings(environment)).toBe(environment);
  }
});

test("reads the settings of the demo before its database is known, and lists invalid ones", () => {
  expect(readDemoConfig({ NODE_ENV: "test", PORT: "3100" })).toMatchObject({
    mode: "demo",
    port: 3100,
  });
  const invalid = { PORT: "abc", STRIPE_SANDBOX_PORT: "0", DATABASE_URL: "http://localhost" };
  expect(() => readDemoConfig(invalid)).toThrow(
    /PORT: must.*DATABASE_URL: must.*STRIPE_SANDBOX_PORT: must/s,
  );
});
