import { fileURLToPath } from "node:url";
import { startTestServer } from "@studbook/db/test/test-server";
import { onRunnerEnded } from "./ancestors.ts";
import { build } from "./build.ts";
import { runChecks } from "./checks.ts";
import { runJourneys } from "./journeys.ts";
import { finish, type Tallies } from "./tally.ts";
import { runVitest } from "./vitest.ts";

const COMPILED = new URL("../node_modules/.cache/node", import.meta.url);

/** Everything: checks of the sources, rules, the API on PostgreSQL, journeys in a browser. */
async function testAll(tallies: Tallies): Promise<void> {
  // Many tests start programs of ours; each start compiles the same files.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(COMPILED);
  await Promise.all([tallies.add(runChecks), build("everything")]);
  const postgres = await startTestServer();
  process.stdout.write(`\nPostgreSQL for the tests: ${postgres.description}\n`);
  process.env.TEST_DATABASE_URL = postgres.url;
  delete process.env.TEST_DATABASE;
  const abandon = () => void postgres.stop().finally(() => process.exit(1));
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, abandon);
  onRunnerEnded(abandon);
  try {
    await tallies.add(() => runVitest(["unit", "browser", "integration"]));
    await tallies.add(runJourneys);
  } finally {
    await postgres.stop();
  }
}

await finish(testAll);
