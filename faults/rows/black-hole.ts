import { setTimeout as delay } from "node:timers/promises";
import { countPendingRows } from "@studbook/db/queries/pending-rows";
import { findUserById } from "@studbook/db/queries/users";
import { createAd } from "@studbook/db/test/factories";
import type { Row } from "../row.ts";
import { type Member, openSite, type Site } from "../stage/site.ts";
import { timeUntil } from "../stage/wait.ts";
import { measureOutage } from "../traffic/outage.ts";

const SECONDS = 20;
const BURST = 60;
const FOLDED_MS = 10_000;
const RECONCILED_MS = 130_000;

export const blackHole: Row = {
  name: "black-hole",
  fault: "all packets between server and database are lost for 20 s, without a reset",
  promise:
    "503 NOT_READY with Retry-After within 3 s; ready within 5 s after, " +
    "counts folded within 10 s, payments reconciled within 130 s",
  async run(stage) {
    await using site = await openSite(stage);
    const buyer = await site.createMember({ membershipTier: null, membershipExpiresAt: null });
    await site.stripe.setWebhook(undefined);
    const secret = await createIntent(site, buyer);
    let folded = Promise.resolve(0);
    let reconciled = Promise.resolve(0);
    const findings = await measureOutage(site, {
      seconds: SECONDS,
      async begin() {
        await openConnections(site);
        site.proxy.pause();
        await site.charge(secret);
      },
      async end() {
        await createAd(site.owner, buyer.id);
        site.proxy.heal();
        folded = timeUntil(FOLDED_MS * 3, () => isFolded(site));
        reconciled = timeUntil(RECONCILED_MS + 20_000, async () => {
          await delay(250);
          return (await findUserById(site.owner, buyer.id))?.membershipTier === "basic";
        });
      },
    });
    findings.atMost("counts folded after", (await folded) / 1000, FOLDED_MS / 1000, " s");
    findings.atMost(
      "payment reconciled after",
      (await reconciled) / 1000,
      RECONCILED_MS / 1000,
      " s",
    );
    return findings;
  },
};

/** Makes the server open as many connections as it ever does. All of them are lost later. */
async function openConnections(site: Site): Promise<void> {
  const members = await site.createMembers(BURST);
  await Promise.all(
    members.map(({ cookie, from }, n) => {
      const body = { firstName: `Name ${n}` };
      if (n % 2 === 0) return site.send("/api/ads", { from });
      return site.send("/api/account/info", { method: "PATCH", cookie, from, body });
    }),
  );
}

async function isFolded(site: Site): Promise<boolean> {
  const pending = await countPendingRows(site.owner);
  return Object.values(pending).every((count) => count === 0);
}

async function createIntent(site: Site, { cookie, from }: Member): Promise<string> {
  const body = { membershipTier: "basic" };
  const call = { method: "POST", cookie, from, body };
  const { status, text } = await site.send("/api/create-payment-intent", call);
  if (status !== 200) throw new Error(`No payment intent: ${status} ${text}`);
  return JSON.parse(text).clientSecret;
}
