import type { Db } from "@studbook/db/client";
import { createDemoStorage } from "./demo-storage.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD, loadDemo } from "./load-demo.ts";

/** What a server of the demo does besides. */
export const DEMO_PARTS = { prepare: prepareDemo, wrapStorage: createDemoStorage };

async function prepareDemo(db: Db): Promise<void> {
  const onBegin = () => void process.stdout.write("Loading the demo's listings, once.\n");
  await loadDemo({ db, now: new Date(), onBegin });
  const names = DEMO_ACCOUNTS.join(", ");
  process.stdout.write(`Demo accounts: ${names}; password ${DEMO_PASSWORD}\n`);
}
