import { countPendingRows } from "@studbook/db/queries/pending-rows";
import { listWrongSums } from "@studbook/db/queries/wrong-sums";
import { createRandom, writeAtRandom } from "@studbook/db/test/workload";
import { Findings, type Row } from "../row.ts";
import { openSite } from "../stage/site.ts";
import { waitUntil } from "../stage/wait.ts";

const ROUNDS = 200;
const WRITERS = 6;
const USERS = 12;
const FOLDED_MS = 20_000;

export const races: Row = {
  name: "races",
  fault:
    `${ROUNDS} rounds of ${WRITERS} concurrent writers that create, delete, hide, pay, expire and deactivate` +
    " while two servers fold the counts",
  promise: "counts and totals are exact after every round",
  async run(stage) {
    await using site = await openSite(stage, { servers: 2, isProxied: false });
    const findings = new Findings();
    const users = (await site.createMembers(USERS)).map(({ id }) => id);
    const seed = Date.now() % 100_000;
    const wrong: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all(
        Array.from({ length: WRITERS }, (_, writer) =>
          writeAtRandom(site.owner, users, createRandom(seed + round * WRITERS + writer), 2),
        ),
      );
      wrong.push(...(await listWrongSums(site.owner)));
    }
    findings.note(`seed ${seed}`);
    findings.none("wrong counts", wrong);
    const isFolded = await waitUntil(FOLDED_MS, async () => {
      const { counts, totals } = await countPendingRows(site.owner);
      return counts === 0 && totals === 0;
    });
    findings.expect("the servers folded everything", isFolded);
    findings.none("wrong counts when folded", await listWrongSums(site.owner));
    return findings;
  },
};
