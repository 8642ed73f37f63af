import { connect } from "@studbook/db/connect";
import type { Row } from "../row.ts";
import { openLossyLink } from "../stage/lossy-link.ts";
import { openSite } from "../stage/site.ts";
import { measureOutage } from "../traffic/outage.ts";

const OUTAGE_SECONDS = 25;

export const packetsDropped: Row = {
  name: "packets-dropped",
  fault: `the kernel drops all packets between server and database for ${OUTAGE_SECONDS} s, and then delivers them again`,
  promise:
    "503 with Retry-After within 3 s, ready within 5 s after, no restart; a statement without a time limit ends too",
  async run(stage) {
    await using link = await openLossyLink(stage.folder, stage.postgres.port);
    await using site = await openSite(stage, { databaseAddress: link });
    const url = new URL(stage.postgres.urlOf(site.database));
    url.host = `${link.host}:${link.port}`;
    // As migrations run their statements. Nothing but a lost connection ends this one before the outage is over.
    const migrating = await connect({ url: url.href });
    const statement = migrating.query("select pg_sleep(60)");
    const ended = Promise.allSettled([statement]).then(() => performance.now());
    let begunAt = 0;
    const findings = await measureOutage(site, {
      seconds: OUTAGE_SECONDS,
      async begin() {
        await link.drop();
        begunAt = performance.now();
      },
      end: link.restore,
    });
    const endedAfterMs = (await ended) - begunAt;
    findings.atMost("end of the statement", endedAfterMs, OUTAGE_SECONDS * 1000, " ms");
    return findings;
  },
};
