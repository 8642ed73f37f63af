import { setTimeout as delay } from "node:timers/promises";
import { Findings, type Row } from "../row.ts";
import { startBalancer } from "../stage/balancer.ts";
import { openSite } from "../stage/site.ts";
import type { Stage } from "../stage/stage.ts";
import { waitUntil } from "../stage/wait.ts";
import { runLoad, type Sample } from "../traffic/load.ts";
import { planMixedTraffic } from "../traffic/outage.ts";
import { describeSamples, isOk, percentile } from "../traffic/samples.ts";

const PER_SECOND = 50;
const ROUNDS = 2;
const NOTICED_MS = 20_000;

export const rollingRestart: Row = {
  name: "rolling-restart",
  fault:
    `two servers behind a load balancer that polls /readyz once a second are restarted in turn, ` +
    `${ROUNDS} times each, at ${PER_SECOND} requests/s`,
  promise: "no request fails",
  async run(stage) {
    const findings = new Findings();
    for (const keepAlive of [false, true]) {
      const { samples, reasons } = await measureRestarts(stage, keepAlive);
      const failed = samples.filter((sample) => !isOk(sample));
      const variant = keepAlive ? "with kept connections" : "with new connections";
      findings.none(
        `failures of ${samples.length} requests ${variant} to the servers`,
        describeSamples(failed),
      );
      findings.none("requests that the load balancer could not forward", reasons);
      const times = samples.map(({ ms }) => ms);
      findings.note(`p99 ${Math.round(percentile(times, 0.99))} ms`);
    }
    return findings;
  },
};

type Measured = { samples: Sample[]; reasons: string[] };

async function measureRestarts(stage: Stage, keepAlive: boolean): Promise<Measured> {
  await using site = await openSite(stage, {
    servers: 2,
    isProxied: false,
    env: { DRAIN_SECONDS: "30" },
  });
  const ports = site.servers.map(({ port }) => port);
  const balancer = await startBalancer(ports, { keepAlive });
  const stopped = new AbortController();
  const isUsed = (port: number) => waitUntil(NOTICED_MS, () => balancer.isUsed(port));
  try {
    if (!(await Promise.all(ports.map(isUsed))).every(Boolean)) {
      throw new Error("The load balancer does not use both servers");
    }
    const mixed = await planMixedTraffic(site, PER_SECOND);
    // A server that is about to stop refuses probes on purpose.
    const kinds = mixed.kinds.filter(({ name }) => name !== "readyz");
    const plan = { ...mixed, kinds, port: balancer.port };
    const running = runLoad({ ...plan, seconds: Number.POSITIVE_INFINITY }, stopped.signal);
    try {
      await delay(2000);
      for (let n = 0; n < ROUNDS * site.servers.length; n++) {
        const server = site.servers[n % site.servers.length];
        await server?.stop();
        await server?.start();
        if (server && !(await isUsed(server.port)))
          throw new Error("The server was not used again");
        await delay(1000);
      }
    } finally {
      stopped.abort();
    }
    return { samples: await running, reasons: balancer.failures };
  } finally {
    await balancer.close();
  }
}
