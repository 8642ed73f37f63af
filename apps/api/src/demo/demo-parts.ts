import type { Db } from "@studbook/db/client";
import { readClock } from "@studbook/db/clock";
import { createDemoStorage } from "./demo-storage.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD, loadDemo } from "./load-demo.ts";

/** The parts that a demo server adds. */
export const DEMO_PARTS = { prepare: prepareDemo, wrapStorage: createDemoStorage };

async function prepareDemo(db: Db): Promise<void> {
  const onStart = () =>
    void process.stdout.write("Loading the demo's listings. This happens only once.\n");
  await loadDemo({ db, now: await readClock(db), onStart });
  const names = DEMO_ACCOUNTS.join(", ");
  process.stdout.write(`Demo accounts: ${names}; password ${DEMO_PASSWORD}\n`);
}
