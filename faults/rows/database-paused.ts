import type { Row } from "../row.ts";
import { openSite } from "../stage/site.ts";
import { measureOutage } from "../traffic/outage.ts";

export const databasePaused: Row = {
  name: "database-paused",
  fault: "all processes of PostgreSQL are frozen (SIGSTOP) for 30 s",
  promise: "503 NOT_READY with Retry-After within 3 s, ready within 5 s after, no restart",
  async run(stage) {
    await using site = await openSite(stage, { isProxied: false });
    return await measureOutage(site, {
      seconds: 30,
      begin: () => stage.postgres.pause(),
      end: () => stage.postgres.resume(),
    });
  },
};
