import { runBuild, runChecks, runVitest } from "./run-tests.ts";
import { finish } from "./tally.ts";

/** Everything that needs no database: format, lint, boundaries, types, the build and the unit tests. */
await finish(async (count) => {
  await Promise.all([count(runChecks()), count(runBuild())]);
  await count(runVitest(["unit"]));
});
