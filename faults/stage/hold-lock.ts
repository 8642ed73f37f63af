import { setTimeout as delay } from "node:timers/promises";
import type { Tx } from "@studbook/db/client";
import { withConnection } from "@studbook/db/test/test-db";

/** PostgreSQL ends a session that is idle in a transaction for longer. */
const MAX_SECONDS = 25;

/**
 * Takes a lock in a transaction and holds it for `seconds`. Resolves as soon as the lock is taken; `released` resolves
 * at the end of the transaction.
 */
export async function holdLock(
  url: string,
  seconds: number,
  take: (tx: Tx) => Promise<unknown>,
): Promise<{ released: Promise<void> }> {
  if (seconds > MAX_SECONDS) throw new RangeError(`A lock is held for up to ${MAX_SECONDS} s`);
  const { promise: taken, resolve, reject } = Promise.withResolvers<void>();
  const released = withConnection(url, (db) =>
    db.transaction().execute(async (tx) => {
      await take(tx);
      resolve();
      await delay(seconds * 1000);
    }),
  );
  released.catch(reject);
  await taken;
  return { released };
}
