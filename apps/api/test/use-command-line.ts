import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import { type RunningSandbox, startSandbox } from "@studbook/stripe-sandbox/start-sandbox";
import { afterAll, beforeAll, expect } from "vitest";
import { runCli } from "../src/cli/run-cli.ts";
import { prepareDatabase } from "../src/prepare-database.ts";

const MAIN = fileURLToPath(new URL("../src/cli/main.ts", import.meta.url));

type Outcome = { code: number; out: string; err: string };

/** Opens a prepared database and a Stripe sandbox for the tests of a file, and returns functions that run commands on them. */
export function useCommandLine() {
  let studbook: TestDb;
  let folder: string;
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    studbook = await createTestDb();
    await prepareDatabase(studbook);
    folder = await mkdtemp("/var/tmp/studbook-cli-");
    await chmod(folder, 0o755);
    sandbox = await startSandbox({ port: 0, stateDir: join(folder, "stripe") });
  });
  afterAll(async () => {
    await sandbox.close();
    await studbook.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** The environment of a command, without the variables of the test process. */
  const environmentOf = (env: Record<string, string>) => ({
    STUDBOOK_MODE: "demo",
    DATA_DIR: folder,
    DATABASE_URL: studbook.url,
    DATABASE_OWNER_URL: studbook.ownerUrl,
    STRIPE_API_URL: sandbox.url,
    ...env,
  });

  async function runCommand(args: string[], env: Record<string, string> = {}): Promise<Outcome> {
    const outcome = { out: "", err: "" };
    const code = await runCli(args, environmentOf(env), {
      out(text) {
        outcome.out += text;
      },
      err(text) {
        outcome.err += text;
      },
    });
    return { code, ...outcome };
  }

  return {
    /** The database; available once the tests run. */
    database: () => studbook,
    runCommand,

    /** Runs the program in a separate process, as an operator does. */
    async spawnCommand(args: string[]): Promise<Outcome> {
      const { PATH, NODE_COMPILE_CACHE } = process.env;
      const options = { cwd: folder, env: { PATH, NODE_COMPILE_CACHE, ...environmentOf({}) } };
      try {
        const command = [MAIN, ...args];
        const { stdout, stderr } = await promisify(execFile)(process.execPath, command, options);
        return { code: 0, out: stdout, err: stderr };
      } catch (error) {
        if (!(error instanceof Error) || !("stdout" in error) || !("stderr" in error)) throw error;
        const code = "code" in error ? Number(error.code) : -1;
        return { code, out: String(error.stdout), err: String(error.stderr) };
      }
    },

    /** Runs a command that must succeed and returns its JSON output. */
    async runJson(args: string[]) {
      const { code, out } = await runCommand([...args, "--json"]);
      expect(code).toBe(0);
      return JSON.parse(out);
    },

    /** Lists the audit records of a subject, oldest first. */
    listAudit: async (subjectId: string) =>
      await studbook.db
        .selectFrom("auditLog")
        .select(["action", "actorId", "details"])
        .where("subjectId", "=", subjectId)
        .orderBy("id")
        .execute(),
  };
}
