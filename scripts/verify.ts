import { buildWeb } from "./build.ts";
import { runChecks, type Tally } from "./checks.ts";
import { finish } from "./tally.ts";
import { runVitest } from "./vitest.ts";

/** All that needs no database: format, lint, boundaries, types, rules, and that the web app builds. */
const tallies: Tally[] = [await runChecks()];
await buildWeb();
tallies.push(await runVitest(["unit"]));
finish(tallies);
