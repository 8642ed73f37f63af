import { setTimeout as delay } from "node:timers/promises";
import { runSql, withConnection } from "@studbook/db/test/test-db";
import { Findings, type Row } from "../row.ts";
import { openSite, type Site } from "../stage/site.ts";
import type { Stage } from "../stage/stage.ts";
import { memberKinds, visitorKinds } from "../traffic/kinds.ts";
import { runLoad } from "../traffic/load.ts";
import { ANSWER_MS, READY_MS } from "../traffic/outage.ts";
import { describeSamples, isOk, isRefusal, sentBetween, slowest } from "../traffic/samples.ts";

const SECONDS = 10;

export const readOnly: Row = {
  name: "read-only",
  fault: `the database accepts no writes for ${SECONDS} s, as after a failover to a standby`,
  promise: "writes get 503 with Retry-After within 3 s, reads and pages go on",
  async run(stage) {
    await using site = await openSite(stage, { isProxied: false });
    const findings = new Findings();
    const visitors = Array.from({ length: 40 }, () => site.newAddress());
    const { account, accountPage, write } = memberKinds(await site.createMembers(20));
    const reads = [...Object.values(visitorKinds(visitors)), account, accountPage];
    const plan = { port: site.server.port, seconds: SECONDS };
    await setReadOnly(stage, site, true);
    // A few idle connections of the server are lost; the next requests notice that.
    await delay(500);
    const [read, written] = await Promise.all([
      runLoad({ ...plan, kinds: reads, pace: { perSecond: 25 } }),
      runLoad({ ...plan, kinds: [write], pace: { perSecond: 10 } }),
    ]);
    await setReadOnly(stage, site, false);
    const after = await runLoad({ ...plan, kinds: [write], pace: { perSecond: 10 }, seconds: 7 });
    const failed = read.filter((sample) => !isOk(sample));
    findings.none(`failures of ${read.length} reads`, describeSamples(failed));
    const wrong = written.filter((sample) => !isRefusal(sample));
    findings.none(`wrong answers of ${written.length} to writes`, describeSamples(wrong));
    findings.atMost("slowest write", slowest(written), ANSWER_MS, " ms");
    const late = sentBetween(after, READY_MS, 7000).filter((sample) => !isOk(sample));
    findings.none("writes refused 5 s after", describeSamples(late));
    return findings;
  },
};

/** Changes the default of new connections and ends the open ones. */
async function setReadOnly(stage: Stage, { database }: Site, isOn: boolean): Promise<void> {
  const change = isOn
    ? "set default_transaction_read_only = on"
    : "reset default_transaction_read_only";
  await withConnection(stage.postgres.urlOf("postgres"), async (db) => {
    await runSql(db, `alter database ${database} ${change}`);
    await runSql(db, "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
      database,
    ]);
  });
}
