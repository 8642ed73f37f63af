import { fileURLToPath } from "node:url";
import { startTestServer } from "@studbook/db/test/test-server";
import { auditDependencies } from "./audit-dependencies.ts";
import { onPackageRunnerEnded } from "./package-runner.ts";
import { runBuild, runChecks, runJourneys, runVitest } from "./run-tests.ts";
import { finish } from "./tally.ts";

const COMPILE_CACHE = new URL("../node_modules/.cache/node", import.meta.url);

/** Checks the sources and dependencies, builds, and runs all tests except deep ones on one PostgreSQL. */
await finish(async (count) => {
  // Many tests start our programs, and each start compiles the same files.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(COMPILE_CACHE);
  const [starting, build] = await Promise.allSettled([
    startTestServer(),
    count(runBuild()),
    count(runChecks()),
  ]);
  if (starting.status === "rejected") throw starting.reason;
  const postgres = starting.value;
  try {
    if (build.status === "rejected") throw build.reason;
    // Most tests would fail for the same reason.
    if (build.value.failures.length > 0) return;
    process.stdout.write(`\nPostgreSQL for the tests: ${postgres.description}\n`);
    process.env.TEST_DATABASE_URL = postgres.url;
    delete process.env.TEST_DATABASE;
    const abort = () => void postgres.stop().finally(() => process.exit(1));
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, abort);
    onPackageRunnerEnded(abort);
    await Promise.all([
      count(runVitest(["unit", "browser", "integration", "faults"])),
      count(auditDependencies()),
    ]);
    await count(runJourneys());
  } finally {
    await postgres.stop();
  }
});
