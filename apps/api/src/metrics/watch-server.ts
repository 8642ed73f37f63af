import { countConnections, type Db } from "@studbook/db/client";
import { countPendingRows, type PendingRows } from "@studbook/db/queries/pending-rows";
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Databases } from "../databases.ts";
import { type GateState, gates } from "../gate.ts";
import type { Readiness } from "../http/readiness.ts";
import type { Replica } from "../open-replica.ts";
import type { ResponseCache } from "../response-cache/response-cache.ts";
import { RARE_MEASUREMENTS, watchEventLoopLag } from "./event-loop-lag.ts";
import { watchReplica } from "./watch-replica.ts";

export type WatchedServer = {
  databases: Databases;
  replica?: Replica | undefined;
  readiness: Readiness;
  build: { version: string; revision: string };
  cache?: ResponseCache;
};

/** Creates the metrics that are read at each scrape: the process, the pool, the gates and the rows not yet folded. */
export function watchServer(server: WatchedServer): Registry {
  const { databases, replica, cache, readiness, build } = server;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, ...RARE_MEASUREMENTS });
  watchEventLoopLag(registry);

  new Gauge({
    name: "studbook_build_info",
    help: "1, with the running version as labels",
    labelNames: ["version", "revision"],
    registers,
  }).set(build, 1);

  new Gauge({
    name: "studbook_ready",
    help: "1 while the server accepts requests, 0 while it starts or drains",
    registers,
    collect() {
      this.set(readiness.state === "ready" ? 1 : 0);
    },
  });

  new Gauge({
    name: "studbook_pool_connections",
    help: "Database connections by pool: open, idle, and requested but not available yet",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      for (const [pool, { open, idle, waiting }] of countPools(databases)) {
        this.set({ pool, state: "open" }, open);
        this.set({ pool, state: "idle" }, idle);
        this.set({ pool, state: "waiting" }, waiting);
      }
    },
  });

  watchGates(registers);
  if (cache) watchCache(cache, registers);
  watchRemainders(databases.probe, registers);
  if (replica) watchReplica(replica, registry);
  return registry;
}

function countPools({ reads, changes, probe, control, jobs, counts }: Databases) {
  const counted = Object.entries({ reads, changes, probe, control, jobs, counts });
  return counted.map(([pool, db]) => [pool, countConnections(db)] as const);
}

function watchCache(cache: ResponseCache, registers: Registry[]): void {
  new Counter({
    name: "studbook_response_cache_requests_total",
    help: "Public reads by whether their response was stored: hit or miss",
    labelNames: ["result"],
    registers,
    collect() {
      this.reset();
      this.inc({ result: "hit" }, cache.hits);
      this.inc({ result: "miss" }, cache.misses);
    },
  });
  new Gauge({
    name: "studbook_response_cache_bytes",
    help: "Memory that stored responses take",
    registers,
    collect() {
      this.set(cache.store.bytes);
    },
  });
}

function watchGates(registers: Registry[]): void {
  const watch = (what: "running" | "waiting") =>
    new Gauge({
      name: `studbook_gate_${what}`,
      help: `Work items ${what} at a gate, such as passwords to hash or photos to decode`,
      labelNames: ["gate"],
      registers,
      collect() {
        for (const [gate, state] of eachGate()) this.set({ gate }, state[what]);
      },
    });
  watch("running");
  watch("waiting");
  new Counter({
    name: "studbook_gate_refused_total",
    help: "Work items that a gate refused because its queue was full or they waited too long",
    labelNames: ["gate"],
    registers,
    collect() {
      this.reset();
      for (const [gate, { refused }] of eachGate()) this.inc({ gate }, refused);
    },
  });
}

function eachGate(): [string, GateState][] {
  return [...gates].map(([name, state]) => [name, state()]);
}

function watchRemainders(db: Db, registers: Registry[]): void {
  let reading: Promise<PendingRows | undefined> | undefined;
  // One query for both gauges. `studbook_database_up` reports if the database is unreachable.
  const read = () => {
    reading ??= countPendingRows(db)
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  new Gauge({
    name: "studbook_database_up",
    help: "1 if the database responds",
    registers,
    async collect() {
      this.set((await read()) ? 1 : 0);
    },
  });
  new Gauge({
    name: "studbook_remainder_rows",
    help: "Rows waiting to be processed: changes to the stored counts and totals, and expired ads",
    labelNames: ["of"],
    registers,
    async collect() {
      const remainders = await read();
      this.reset();
      for (const [of, n] of Object.entries(remainders ?? {})) this.set({ of }, n);
    },
  });
}
