import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Findings, type Row } from "../row.ts";
import { openSite } from "../stage/site.ts";
import { timeUntil } from "../stage/wait.ts";
import { startLedger } from "../traffic/ledger.ts";
import { READY_MS } from "../traffic/outage.ts";

const SERVER_KILLS = 30;
const DATABASE_KILLS = 4;
const PROMISE =
  "nothing that was acknowledged is lost, counts are exact, every charge has a membership";

export const serverKilled: Row = {
  name: "server-killed",
  fault: `kill -9 of the server ${SERVER_KILLS} times while clients sign up, create, delete and pay`,
  promise: PROMISE,
  async run(stage) {
    await using site = await openSite(stage, { isProxied: false });
    await using ledger = await startLedger(site);
    for (let n = 0; n < SERVER_KILLS; n++) {
      await delay(randomInt(200, 900));
      await site.server.kill();
      await site.server.start();
    }
    await ledger.stop();
    return await ledger.verify();
  },
};

export const databaseKilled: Row = {
  name: "database-killed",
  fault: `kill -9 of all processes of PostgreSQL ${DATABASE_KILLS} times while clients sign up, create, delete and pay`,
  promise: `${PROMISE}; ready within 5 s after PostgreSQL is back, without a restart`,
  async run(stage) {
    const findings = new Findings();
    await using site = await openSite(stage, { isProxied: false });
    const { pid } = site.server;
    await using ledger = await startLedger(site);
    let slowest = 0;
    for (let n = 0; n < DATABASE_KILLS; n++) {
      await delay(randomInt(1000, 3000));
      await stage.postgres.kill();
      await delay(1000);
      await stage.postgres.start();
      const ready = await timeUntil(READY_MS * 3, () => site.server.isReady());
      slowest = Math.max(slowest, ready);
    }
    await ledger.stop();
    findings.atMost("slowest ready after", slowest, READY_MS, " ms");
    findings.expect("the same process", pid !== undefined && site.server.pid === pid);
    findings.include("data", await ledger.verify());
    return findings;
  },
};
