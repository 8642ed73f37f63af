import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Findings, type Row } from "../row.ts";
import type { ProductServer } from "../stage/product-server.ts";
import { openSite, type Site } from "../stage/site.ts";
import { waitUntil } from "../stage/wait.ts";
import { startLedger } from "../traffic/ledger.ts";
import { runLoad } from "../traffic/load.ts";
import { planMixedTraffic } from "../traffic/outage.ts";
import { describeSamples, isOk } from "../traffic/samples.ts";

const REPORT_HEAP = fileURLToPath(new URL("../stage/report-heap.mjs", import.meta.url));
const WARM_UP_SECONDS = 25;
const SECONDS = 45;
const PER_SECOND = 60;
/** On a slow or busy machine the rate is this part of what the server can take. */
const PART_OF_CAPACITY = 0.3;
const CAPACITY_SECONDS = 5;
const CAPACITY_CONNECTIONS = 6;
const GROWTH_MB = 8;
const MB = 1e6;

export const steady: Row = {
  name: "steady",
  fault:
    `${WARM_UP_SECONDS + SECONDS} s of mixed traffic: up to ${PER_SECOND} requests/s, ` +
    `and clients that sign up, create, delete and pay`,
  promise: "no request fails, and memory stays flat",
  async run(stage) {
    await using site = await openSite(stage, {
      isProxied: false,
      nodeArgs: ["--import", REPORT_HEAP],
    });
    const findings = new Findings();
    await using ledger = await startLedger(site);
    const perSecond = await chooseRate(site);
    const plan = await planMixedTraffic(site, perSecond);
    const running = runLoad({ ...plan, seconds: WARM_UP_SECONDS + SECONDS });
    await delay(WARM_UP_SECONDS * 1000);
    const before = await readHeap(site.server);
    const samples = await running;
    await ledger.stop();
    const after = await readHeap(site.server);
    const failed = samples.filter((sample) => !isOk(sample));
    findings.none(`failures of ${samples.length} requests`, describeSamples(failed));
    findings.note(`${Math.round(perSecond)} requests/s`);
    findings.note(`heap in use ${Math.round(after / MB)} MB`);
    findings.atMost("growth of the heap in use", (after - before) / MB, GROWTH_MB, " MB");
    findings.include("data", await ledger.verify());
    return findings;
  },
};

/** Returns a rate that leaves the server room for the other clients. */
async function chooseRate(site: Site): Promise<number> {
  const { port, kinds } = await planMixedTraffic(site, 0);
  const pace = { connections: CAPACITY_CONNECTIONS };
  const samples = await runLoad({ port, kinds, pace, seconds: CAPACITY_SECONDS });
  const capacity = samples.filter(isOk).length / CAPACITY_SECONDS;
  return Math.min(PER_SECOND, capacity * PART_OF_CAPACITY);
}

/** Returns the bytes in use after a garbage collection. */
async function readHeap(server: ProductServer): Promise<number> {
  const reports = () => server.log.filter((line) => line.startsWith("heap "));
  const last = reports().at(-1);
  if (server.pid === undefined) throw new Error("The server does not run");
  process.kill(server.pid, "SIGUSR2");
  if (!(await waitUntil(5000, () => reports().at(-1) !== last))) {
    throw new Error("The server did not report its heap");
  }
  return Number(reports().at(-1)?.split(" ")[1]);
}
