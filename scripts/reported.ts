import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Tally } from "./checks.ts";
import { run } from "./run.ts";

/**
 * Runs a test runner that writes a JSON report and counts its tests. A run that ends without a
 * report, or badly though every test passed, counts as one failure.
 */
export async function runReported(
  args: (reportFile: string) => [command: string, args: string[], env: NodeJS.ProcessEnv],
  readTally: (report: unknown) => Tally,
): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), "studbook-report-"));
  const reportFile = join(folder, "report.json");
  try {
    const [command, commandArgs, env] = args(reportFile);
    const { code } = await run(command, commandArgs, {
      env: { ...process.env, ...env },
      echo: true,
    });
    const tally = readTally(JSON.parse(await readFile(reportFile, "utf8")));
    return code !== 0 && tally.failures.length === 0
      ? { ...tally, failures: [`${command} ended with ${code}, though every test passed`] }
      : tally;
  } catch (error) {
    return { passed: 0, failures: [`The runner left no report: ${error}`] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
