import { finish } from "./tally.ts";
import { runVitest } from "./vitest.ts";

/** Generated tests with twenty times as many cases as the test command has: minutes, not seconds. */
process.env.STUDBOOK_HOSTILE_RUNS ??= "2000";
await finish((tallies) => tallies.add(() => runVitest(["integration"], "hostile")));
