import { setTimeout as delay } from "node:timers/promises";
import { runSql, withConnection } from "@studbook/db/test/test-db";

/** Sends one trivial query a second to the database at the URL in its first argument. */
const [url = ""] = process.argv.slice(2);
await withConnection(url, async (db) => {
  for (;;) {
    await runSql(db, "select 1");
    await delay(1000);
  }
});
