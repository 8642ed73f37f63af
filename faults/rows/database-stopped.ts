import type { Row } from "../row.ts";
import { openSite } from "../stage/site.ts";
import { measureOutage } from "../traffic/outage.ts";

export const databaseStopped: Row = {
  name: "database-stopped",
  fault: "PostgreSQL is stopped for 10 s while the server serves calls, pages and probes",
  promise: "503 NOT_READY with Retry-After within 3 s, ready within 5 s after, no restart",
  async run(stage) {
    await using site = await openSite(stage, { isProxied: false });
    return await measureOutage(site, {
      seconds: 10,
      begin: () => stage.postgres.stop(),
      end: () => stage.postgres.start(),
    });
  },
};
