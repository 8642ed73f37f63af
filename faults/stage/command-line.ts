import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Stage, serverUrlOf } from "./stage.ts";

const CLI = fileURLToPath(new URL("../../apps/api/src/cli/main.ts", import.meta.url));

type CliOptions = {
  database: string;
  dataDir: string;
  nodeArgs?: string[];
  /** Added to its settings. */
  env?: Record<string, string>;
};

/** Runs `studbook` as the owner of a database. Returns its exit code and what it printed. */
export function runStudbook(
  { postgres }: Stage,
  args: readonly string[],
  { database, dataDir, nodeArgs = [], env: more = {} }: CliOptions,
): Promise<{ code: number; output: string }> {
  const ownerUrl = postgres.urlOf(database);
  const env = {
    PATH: process.env.PATH,
    STUDBOOK_MODE: "demo",
    DATABASE_URL: serverUrlOf(ownerUrl),
    DATABASE_OWNER_URL: ownerUrl,
    DATA_DIR: dataDir,
    ...more,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [...nodeArgs, CLI, ...args], { env }, (error, stdout, stderr) => {
      const code = typeof error?.code === "number" ? error.code : error ? 1 : 0;
      resolve({ code, output: `${stdout}${stderr}`.trim() });
    });
  });
}
