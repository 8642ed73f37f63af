import { runAllJourneys, runBuild, runVitest } from "./run-tests.ts";
import { finish } from "./tally.ts";

/** Tests of generated cases and of races that run many more rounds here, on new random seeds. */
const FILTERS = [
  "hostile",
  "contract",
  "ad-counts",
  "visibility",
  "races",
  "reset-password",
  "upgrade-outcomes",
];

/** Ten times as many rounds as usual exceed the usual limit on a busy machine. */
const TIMEOUT_MS = 10 * 60_000;

process.env.STUDBOOK_HOSTILE_SEED ??= String(Date.now());
process.env.STUDBOOK_CONTRACT_SEED ??= String(Date.now());
process.env.STUDBOOK_HOSTILE_RUNS ??= "2000";
process.env.STUDBOOK_COUNT_ROUNDS ??= "40";
process.env.STUDBOOK_CONTRACT_RUNS ??= "1000";
process.env.STUDBOOK_UPGRADE_SEED ??= String(Date.now());
process.env.STUDBOOK_UPGRADE_RUNS ??= "300";
process.env.STUDBOOK_RACE_ROUNDS ??= "40";
await finish(async (count) => {
  for (const filter of FILTERS)
    await count(runVitest(["integration"], { filter, timeoutMs: TIMEOUT_MS }));
  await count(runBuild());
  await count(runVitest(["unit", "browser", "integration"], { filter: ".deep." }));
  // `pnpm test` runs the journeys with stored responses.
  process.env.RESPONSE_CACHE_MB = "0";
  await count(runAllJourneys());
});
