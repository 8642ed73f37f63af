import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Findings, type Row } from "../row.ts";
import { openSite, type Site } from "../stage/site.ts";
import type { Stage } from "../stage/stage.ts";
import { timeUntil, waitUntil } from "../stage/wait.ts";
import { ANSWER_MS, READY_MS } from "../traffic/outage.ts";
import { isRefusal } from "../traffic/samples.ts";
import { describe } from "../traffic/send.ts";

const CLOCK = fileURLToPath(new URL("../stage/shift-clock.mjs", import.meta.url));
const AWAY_SECONDS = 6;
/** The server's clock runs this many times as fast while it waits longer than a minute. */
const CLOCK_SPEED = 20;
const POINTS = 10;
const INTERRUPTED_MS = 1500;
const BOOT_MS = 30_000;
const EARLY_PATHS = ["/api/ads", "/trpc/ads.search?input=%7B%7D", "/search", "/readyz"];

export const boot: Row = {
  name: "boot",
  fault:
    `the database is away when a server starts, silent, for longer than a minute, ` +
    `or interrupted at ${POINTS} points of the start`,
  promise:
    "the server waits, answers 503 with Retry-After within 3 s, and is ready within 5 s after",
  async run(stage) {
    const findings = new Findings();
    const [refused, silent, longer] = await Promise.all([
      measureAbsence(stage, "refuse"),
      measureAbsence(stage, "pause"),
      measureAbsence(stage, "refuse", CLOCK_SPEED),
    ]);
    findings.include("refused", refused);
    findings.include("silent", silent);
    findings.include("over a minute", longer);
    await measureInterruptions(stage, findings);
    return findings;
  },
};

async function measureAbsence(stage: Stage, kind: "refuse" | "pause", clockSpeed = 1) {
  await using site = await openSite(stage, {
    isStarted: false,
    nodeArgs: ["--import", CLOCK],
    env: { FAULTS_CLOCK_SPEED: String(clockSpeed) },
  });
  const findings = new Findings();
  site.proxy[kind]();
  site.server.launch();
  await waitUntil(BOOT_MS, async () => (await site.send("/livez")).status === 200);
  const { pid } = site.server;
  await expectRefusals(findings, site, "at first");
  await delay(AWAY_SECONDS * 1000);
  await expectRefusals(findings, site, "at the end");
  site.proxy.heal();
  const ready = await timeUntil(READY_MS * 2, () => site.server.isReady());
  findings.atMost("ready after", ready, READY_MS, " ms");
  findings.expect("the same process", pid !== undefined && site.server.pid === pid);
  return findings;
}

async function expectRefusals(findings: Findings, site: Site, when: string): Promise<void> {
  const answers = await Promise.all(
    EARLY_PATHS.map(async (path) => ({ path, ...(await site.send(path)) })),
  );
  const wrong = answers.filter((answer) => !isRefusal(answer) || answer.ms > ANSWER_MS);
  findings.none(
    `wrong answers ${when}`,
    wrong.map(({ path, ...answer }) => `${path} ${describe(answer)}`),
  );
}

/** Cuts the connection at points between the first and the last byte that a start sends, and then refuses new ones. */
async function measureInterruptions(stage: Stage, findings: Findings): Promise<void> {
  await using site = await openSite(stage, { isStarted: false });
  let bytes = 0;
  // The first start sends more: it creates the queues of jobs.
  for (let start = 0; start < 2; start++) {
    const before = site.proxy.countBytes();
    await site.server.start();
    bytes = site.proxy.countBytes() - before;
    await site.server.kill();
  }
  const problems: string[] = [];
  let slowest = 0;
  for (let point = 0; point < POINTS; point++) {
    const cutsBefore = site.proxy.countResets();
    // Starts differ by a few messages, so the last point is well before the end.
    site.proxy.resetAfter(((point + 0.5) / POINTS) * 0.9 * bytes);
    site.server.launch();
    const { pid } = site.server;
    const isCut = await waitUntil(BOOT_MS, () => site.proxy.countResets() > cutsBefore);
    site.proxy.refuse();
    await delay(INTERRUPTED_MS);
    site.proxy.heal();
    const isOver = async () => site.server.pid !== pid || (await site.server.isReady());
    const ready = await timeUntil(READY_MS * 2, isOver);
    if (!isCut) problems.push("nothing was cut");
    else if (site.server.pid !== pid) problems.push("the process ended");
    else if (ready > READY_MS) problems.push("not ready within 5 s");
    else slowest = Math.max(slowest, ready);
    await site.server.kill();
  }
  findings.none(`failed starts of ${POINTS} that were interrupted`, problems);
  findings.note(`slowest of the others ready after ${Math.round(slowest)} ms`);
}
