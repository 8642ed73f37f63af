import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "@studbook/db/client";
import { runSql } from "@studbook/db/test/test-db";
import type { Site } from "@studbook/faults/stage/site";
import type { Stage } from "@studbook/faults/stage/stage";
import { PAGE_DAY_MS } from "./check-reads.ts";
import type { History } from "./history.ts";
import { setClock } from "./history-database.ts";
import type { Random } from "./random.ts";
import type { Traffic } from "./traffic.ts";

type Scene = {
  stage: Stage;
  site: Site;
  /** The site's database in the replica. */
  replica: Db;
  history: History;
  random: Random;
  traffic: Traffic;
};

export type Outage = {
  name: string;
  /** How old a response may be, in milliseconds. */
  boundMs: number;
  run(scene: Scene): Promise<void>;
};

/** How old a response may be while the server hears of changes, and after it stopped hearing of them without noticing. */
export const CONNECTED_MS = 1000;
const SILENT_MS = 5000;

const HOUR_MS = 60 * 60 * 1000;

const BURST_EVERY_MS = 200;

/** Long enough for what is stored to be used and replaced. */
const settle = () => delay(4000);
const pauseMs = (random: Random) => 3000 + random.integer(5000);

export const OUTAGES: readonly Outage[] = [
  {
    name: "listeners killed",
    boundMs: CONNECTED_MS,
    async run({ site }) {
      for (let n = 0; n < 12; n++) {
        await runSql(
          site.owner,
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name = 'studbook-api listener'`,
        );
        await delay(700);
      }
    },
  },
  {
    name: "network of server 0 silent",
    boundMs: SILENT_MS,
    async run({ site, random, traffic }) {
      for (const end of ["resume", "heal"] as const) {
        site.proxy.pause();
        // The other readers soon wait for what is not stored.
        const bursts: Promise<void>[] = [];
        for (let leftMs = pauseMs(random); leftMs > 0; leftMs -= BURST_EVERY_MS) {
          bursts.push(traffic.readAtOnce(0));
          await delay(BURST_EVERY_MS);
        }
        site.proxy[end]();
        await Promise.all(bursts);
        await settle();
      }
      site.proxy.reset();
    },
  },
  {
    name: "server 1 restarted",
    boundMs: CONNECTED_MS,
    async run({ site }) {
      const [, server] = site.servers;
      await server?.stop();
      await server?.start();
    },
  },
  {
    name: "server 1 killed",
    boundMs: CONNECTED_MS,
    async run({ site }) {
      const [, server] = site.servers;
      await server?.kill();
      await server?.start();
    },
  },
  {
    name: "PostgreSQL restarted",
    boundMs: CONNECTED_MS,
    async run({ stage }) {
      await stage.postgres.stop();
      await stage.postgres.start();
    },
  },
  {
    name: "PostgreSQL killed",
    boundMs: CONNECTED_MS,
    async run({ stage }) {
      await stage.postgres.kill();
      await stage.postgres.start();
    },
  },
  {
    name: "PostgreSQL paused",
    boundMs: CONNECTED_MS,
    async run({ stage, random }) {
      for (let n = 0; n < 2; n++) {
        await stage.postgres.pause();
        await delay(pauseMs(random));
        stage.postgres.resume();
        await settle();
      }
    },
  },
  {
    // Like a silent network: it cannot notice anything meanwhile.
    name: "server 2 paused",
    boundMs: SILENT_MS,
    async run({ site, random, traffic }) {
      const pid = site.servers[2]?.pid;
      if (!pid) throw new Error("The server does not run");
      for (let n = 0; n < 3; n++) {
        process.kill(pid, "SIGSTOP");
        await delay(pauseMs(random));
        // It gets them together with what it has missed.
        const reading = traffic.readAtOnce(2);
        await delay(100);
        process.kill(pid, "SIGCONT");
        await reading;
        await settle();
      }
    },
  },
  {
    // Nothing tells of it, as of a silent network.
    name: "the database's clock set",
    boundMs: SILENT_MS,
    async run({ site, replica, history, traffic }) {
      // Many sessions are over by the other clock.
      traffic.hasSessions = false;
      for (const offsetMs of [HOUR_MS, 0, -HOUR_MS, 500 * 24 * HOUR_MS, 0]) {
        await setClock({ owner: site.owner, replica }, history, offsetMs);
        await settle();
      }
      // A page with a day that is still wrong then was stored.
      await delay(PAGE_DAY_MS);
    },
  },
];
