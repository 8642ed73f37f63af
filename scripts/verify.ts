import { build } from "./build.ts";
import { runChecks } from "./checks.ts";
import { finish } from "./tally.ts";
import { runVitest } from "./vitest.ts";

/** All that needs no database: format, lint, boundaries, types, rules, and that the web app builds. */
await finish(async (tallies) => {
  await Promise.all([tallies.add(runChecks), build("everything")]);
  await tallies.add(() => runVitest(["unit"]));
});
