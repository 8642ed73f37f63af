import type { Row } from "../row.ts";
import { openLossyLink } from "../stage/lossy-link.ts";
import { openSite } from "../stage/site.ts";
import { measureOutage } from "../traffic/outage.ts";

export const packetsDropped: Row = {
  name: "packets-dropped",
  fault:
    "the kernel drops all packets between server and database for 15 s, and then delivers them again",
  promise: "503 with Retry-After within 3 s, ready within 5 s after, no restart",
  async run(stage) {
    await using link = await openLossyLink(stage.folder, stage.postgres.port);
    await using site = await openSite(stage, { databaseAddress: link });
    return await measureOutage(site, { seconds: 15, begin: link.drop, end: link.restore });
  },
};
