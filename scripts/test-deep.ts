import { finish } from "./tally.ts";
import { runVitest } from "./vitest.ts";

/** Generated tests with other cases than the test command has, and many times as many: minutes, not seconds. */
process.env.STUDBOOK_HOSTILE_SEED ??= String(Date.now());
process.env.STUDBOOK_CONTRACT_SEED ??= String(Date.now());
process.env.STUDBOOK_HOSTILE_RUNS ??= "2000";
process.env.STUDBOOK_COUNT_ROUNDS ??= "40";
process.env.STUDBOOK_CONTRACT_RUNS ??= "1000";
process.env.STUDBOOK_RACE_ROUNDS ??= "40";
await finish(async (tallies) => {
  await tallies.add(() => runVitest(["integration"], "hostile"));
  await tallies.add(() => runVitest(["integration"], "contract"));
  await tallies.add(() => runVitest(["integration"], "ad-counts"));
  await tallies.add(() => runVitest(["integration"], "races"));
  await tallies.add(() => runVitest(["integration"], "reset-password"));
});
