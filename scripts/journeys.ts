import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareDatabase } from "@studbook/api/prepare-database";
import { createTestDb } from "@studbook/db/test/test-db";
import { findFreePort } from "@studbook/local-postgres/free-port";
import { z } from "zod";
import { checkKept } from "./check-kept.ts";
import { sum, type Tally } from "./checks.ts";
import { keepOutput } from "./keep-output.ts";
import { checkPackedClient } from "./packed-client.ts";
import { runReported } from "./reported.ts";
import { startPaymentSandbox } from "./sandbox.ts";
import { startServer } from "./server.ts";
import { tellFailure } from "./tally.ts";

const Suite = z.object({
  title: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      tests: z.array(
        z.object({
          projectName: z.string(),
          status: z.string(),
          results: z.array(
            z.object({ errors: z.array(z.object({ message: z.string().optional() })) }),
          ),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(Suite).optional();
  },
});
const Report = z.object({
  stats: z.object({ expected: z.number() }),
  suites: z.array(Suite),
  errors: z.array(z.object({ message: z.string().optional() })),
});

/**
 * Journeys in a real browser through the built product with its demo data, in a database of its own
 * on the server of TEST_DATABASE_URL, and the packed client's examples; then a look at all that the
 * product kept of them.
 */
export async function runJourneys(): Promise<Tally> {
  const stops: (() => Promise<unknown>)[] = [];
  const stopAll = async () => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
  };
  const database = await createTestDb();
  await prepareDatabase(database);
  const folder = await mkdtemp(join(tmpdir(), "studbook-journeys-"));
  const [dataDir, output] = [join(folder, "data"), join(folder, "output.log")];
  try {
    const port = await findFreePort();
    const baseUrl = `http://localhost:${port}`;
    const sandbox = await startPaymentSandbox({
      env: { STRIPE_SANDBOX_PORT: String(await findFreePort()) },
      host: "127.0.0.1",
      dataDir,
      serverPort: port,
      command: "test",
    });
    if (sandbox) stops.push(sandbox.stop);
    const env = {
      ...process.env,
      ...sandbox?.env,
      NODE_ENV: "production",
      STUDBOOK_MODE: "demo",
      LOG_LEVEL: "trace",
      RATE_LIMITS: "off",
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
    };
    const server = startServer(env, [], "pipe");
    const kept = keepOutput(server.child, output);
    stops.push(() => Promise.all([server.stop(), kept]));
    const journeys = await runPlaywright({
      ...sandbox?.env,
      BASE_URL: baseUrl,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
    });
    const client = await checkPackedClient(baseUrl);
    await stopAll();
    const check = await checkKept({ output, dataDir, db: database.owner });
    return sum([journeys, client, check]);
  } finally {
    await stopAll();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
}

function runPlaywright(env: NodeJS.ProcessEnv): Promise<Tally> {
  return runReported(
    (reportFile) => [
      "pnpm",
      ["--filter", "@studbook/e2e", "exec", "playwright", "test"],
      { ...env, JOURNEYS_REPORT: reportFile },
    ],
    (report) => {
      const { stats, suites, errors } = Report.parse(report);
      const failures = errors.map(({ message }) => message ?? "an error outside of the journeys");
      return { passed: stats.expected, failures: [...suites.flatMap(tellFailures), ...failures] };
    },
  );
}

function tellFailures({ title, specs, suites = [] }: z.infer<typeof Suite>): string[] {
  const failed = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ projectName, results }) =>
        tellFailure(
          `${spec.title} [${projectName}]`,
          ...(results[0]?.errors.map(({ message }) => message ?? "") ?? []),
        ),
      ),
  );
  return [...failed, ...suites.flatMap(tellFailures)].map((failure) => `${title} > ${failure}`);
}
