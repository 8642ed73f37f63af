import { setTimeout as delay } from "node:timers/promises";
import { runSql } from "@studbook/db/test/test-db";
import type { Member, Site } from "../stage/site.ts";

const PAUSE_MS = 10;
/** Of so many changes, one is made through the server, and the others as another server would make them. */
const OWN_EVERY = 200;

/** What visitors read of a listing that changes all the time. */
export type ReadAges = {
  reads: number;
  /** The longest time between the commit of a change and a read that began later and did not see it, in milliseconds. */
  oldestMs: number;
  /** Changes through the server that a visitor did not see directly after the response. */
  ownOld: string[];
};

/** Changes the fee of a listing and reads it as a visitor, until it is stopped. */
export async function watchAge(
  site: Site,
  { adId, seller }: { adId: string; seller: Member },
  signal: AbortSignal,
): Promise<ReadAges> {
  const path = `/api/ads/${adId}`;
  const ages: ReadAges = { reads: 0, oldestMs: 0, ownOld: [] };
  /** When each fee was committed at the latest. */
  const committedAt: number[] = [];
  const read = async (): Promise<number> => {
    const { text } = await site.send(path, { from: site.newAddress() });
    return Number(/"studFee":(\d+)/.exec(text)?.[1]);
  };
  const write = async () => {
    for (let fee = 0; !signal.aborted; fee++) {
      if (fee % OWN_EVERY === 0) {
        const change = { ...seller, method: "PATCH", body: { studFee: fee } };
        const { status } = await site.send(path, change);
        if (status !== 200) continue;
        if ((await read()) < fee) ages.ownOld.push(`fee ${fee}`);
      } else {
        await runSql(site.owner, "update ads set stud_fee = $1 where id = $2", [fee, adId]);
      }
      committedAt[fee] = performance.now();
      await delay(PAUSE_MS);
    }
  };
  const readAll = async () => {
    while (!signal.aborted) {
      const sentAt = performance.now();
      const fee = await read();
      const missed = committedAt[fee + 1] ?? Number.POSITIVE_INFINITY;
      ages.reads++;
      ages.oldestMs = Math.max(ages.oldestMs, sentAt - missed);
    }
  };
  await Promise.all([write(), readAll()]);
  return ages;
}
