import { Findings, type Row } from "../row.ts";
import { runStudbook } from "../stage/command-line.ts";
import { startPooler } from "../stage/pooler.ts";
import { openSite, type Site } from "../stage/site.ts";
import { serverUrlOf } from "../stage/stage.ts";
import { startLedger } from "../traffic/ledger.ts";
import { runLoad } from "../traffic/load.ts";
import { measureOutage, planMixedTraffic } from "../traffic/outage.ts";
import { describeSamples, isOk } from "../traffic/samples.ts";
import { measureLockedUser } from "./user-locked.ts";

/** Fewer than a server opens, so that its connections share them. */
const POOL_SIZE = 8;
const SECONDS = 20;
const PER_SECOND = 40;
const OUTAGE_SECONDS = 10;

export const pooler: Row = {
  name: "pooler",
  fault:
    `the server's ${POOL_SIZE} connections are those of PgBouncer in transaction mode, which is killed for ` +
    `${OUTAGE_SECONDS} s; before, one user's row is locked`,
  promise: "the same as without PgBouncer",
  async run(stage) {
    const { username: name, password } = new URL(serverUrlOf(stage.postgres.urlOf("postgres")));
    await using pgBouncer = await startPooler({
      folder: stage.folder,
      databasePort: stage.postgres.port,
      user: { name, password },
      poolSize: POOL_SIZE,
    });
    await using site = await openSite(stage, { databaseAddress: pgBouncer, isStarted: false });
    const direct = serverUrlOf(stage.postgres.urlOf(site.database));
    // Stored responses need no connection, so the outage would not reach them.
    const env = { DATABASE_DIRECT_URL: direct };
    site.server.env = { ...site.server.env, ...env };
    await site.server.start();
    const findings = new Findings();
    const checked = await runStudbook(stage, ["check"], {
      database: site.database,
      dataDir: site.dataDir,
      env: site.server.env,
    });
    const isAccepted = /^pooler +ok/m.test(checked.output);
    findings.expect("`studbook check` accepts the pooler", isAccepted);
    findings.include("traffic", await measureTraffic(site));
    findings.include("locked user", await measureLockedUser(stage, site));
    const outage = { seconds: OUTAGE_SECONDS, begin: pgBouncer.kill, end: pgBouncer.start };
    findings.include("outage", await measureOutage(site, outage));
    return findings;
  },
};

/** Reads, pages, sign-ups, sign-ins, listings and payments. */
async function measureTraffic(site: Site): Promise<Findings> {
  const findings = new Findings();
  await using ledger = await startLedger(site);
  const plan = await planMixedTraffic(site, PER_SECOND);
  const samples = await runLoad({ ...plan, seconds: SECONDS });
  await ledger.stop();
  const failed = samples.filter((sample) => !isOk(sample));
  findings.none(`failures of ${samples.length} requests`, describeSamples(failed));
  findings.include("data", await ledger.verify());
  const warnings = site.server.log.filter((line) => /"level":[456]0/.test(line));
  findings.none("warnings of the server", warnings);
  return findings;
}
