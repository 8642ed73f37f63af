import { run } from "./run.ts";
import type { Tally } from "./tally.ts";

const AUDIT = ["audit", "--prod", "--audit-level=high", "--ignore-registry-errors"];
const NAME = "known vulnerabilities";

/**
 * Asks the registry for vulnerabilities of high or critical severity in what ships. Counts as one test, or as none if the
 * registry cannot answer: some mirrors have no advisories, and the tests also run offline.
 */
export async function auditDependencies({
  registry,
  timeoutMs = 30_000,
}: {
  registry?: string;
  timeoutMs?: number;
} = {}): Promise<Tally> {
  const signal = AbortSignal.timeout(timeoutMs);
  const env = { ...process.env, PNPM_CONFIG_FETCH_RETRIES: "0" };
  const args = [...AUDIT, ...(registry ? [`--registry=${registry}`] : [])];
  try {
    const { code, output } = await run("pnpm", args, { env, signal });
    if (code !== 0) return fail(output);
    if (output.includes("audit endpoint")) return skip(output.trim());
    process.stdout.write(`ok    ${NAME}\n`);
    return { passed: 1, failures: [] };
  } catch (error) {
    if (!signal.aborted) throw error;
    return skip(`the registry did not answer within ${timeoutMs / 1000} s`);
  }
}

function fail(output: string): Tally {
  process.stdout.write(`FAILED ${NAME}\n${output}\n`);
  return { passed: 0, failures: [NAME] };
}

function skip(reason: string): Tally {
  process.stdout.write(`skipped ${NAME}: ${reason}\n`);
  return { passed: 0, failures: [] };
}
