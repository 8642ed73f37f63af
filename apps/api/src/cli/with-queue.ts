import { addressOf } from "@studbook/db/connect";
import { DatabaseUnreachableError, isConnectTimeout } from "@studbook/db/errors";
import { createBoss, createEnqueue, type Enqueue, QUEUE_CONNECT_MS } from "../jobs/boss.ts";
import { createLogger } from "../log.ts";
import { directUrlOf, type Settings } from "./settings.ts";

/** Opens the job queue while `work` runs. The servers process the jobs. */
export async function withQueue<T>(
  settings: Settings,
  work: (enqueue: Enqueue) => Promise<T>,
): Promise<T> {
  const url = directUrlOf(settings);
  const logger = createLogger("warn");
  const boss = createBoss(
    { url, logger },
    { supervise: false, schedule: false, useListenNotify: false },
  );
  try {
    await boss.start().catch((error: unknown) => {
      if (!isConnectTimeout(error)) throw error;
      throw new DatabaseUnreachableError(addressOf(url), QUEUE_CONNECT_MS, { cause: error });
    });
    return await work(createEnqueue(boss));
  } finally {
    await boss.stop({ graceful: false });
  }
}
