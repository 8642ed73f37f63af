import { startTestServer } from "@studbook/db/test-server";
import { onRunnerEnded } from "./ancestors.ts";
import { buildWeb } from "./build.ts";
import { runChecks, type Tally } from "./checks.ts";
import { runJourneys } from "./journeys.ts";
import { finish } from "./tally.ts";
import { runVitest } from "./vitest.ts";

/** Everything: checks of the sources, rules, the API on PostgreSQL, journeys in a browser. */
const tallies: Tally[] = [await runChecks()];
await buildWeb();

const postgres = await startTestServer();
process.stdout.write(`\nPostgreSQL for the tests: ${postgres.description}\n`);
const abandon = () => void postgres.stop().finally(() => process.exit(1));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, abandon);
onRunnerEnded(abandon);
try {
  process.env.TEST_DATABASE_URL = postgres.url;
  tallies.push(await runVitest(["unit", "integration"]));
  tallies.push(await runJourneys());
} finally {
  await postgres.stop();
}
finish(tallies);
