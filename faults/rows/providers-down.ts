import { setTimeout as delay } from "node:timers/promises";
import { TestMailServer } from "@studbook/api/test/mail-server";
import { findUserById } from "@studbook/db/queries/users";
import { Findings, type Row } from "../row.ts";
import { openSite, PASSWORD, type Site } from "../stage/site.ts";
import { timeUntil, waitUntil } from "../stage/wait.ts";
import { runLoad } from "../traffic/load.ts";
import { planMixedTraffic } from "../traffic/outage.ts";
import { describeSamples, isOk } from "../traffic/samples.ts";
import { describe } from "../traffic/send.ts";

const SECONDS = 12;
const PROVIDER_MS = 10_000;
const RECONCILED_MS = 130_000;
const MAILED_MS = 130_000;

export const providersDown: Row = {
  name: "providers-down",
  fault: `the payment provider and the mail server are down for ${SECONDS} s`,
  promise:
    "payments get 502 within 10 s and nothing else fails; " +
    "afterwards paid memberships become active and emails arrive once, both within 130 s",
  async run(stage) {
    const mail = new TestMailServer();
    await mail.open();
    await using site = await openSite(stage, {
      isProxied: false,
      env: { SMTP_URL: mail.url, MAIL_FROM: "Studbook <mail@studbook.test>" },
    });
    const findings = new Findings();
    try {
      const buyer = await site.createMember({ membershipTier: null, membershipExpiresAt: null });
      const call = { method: "POST", ...buyer };
      const order = { membershipTier: "basic" };
      const intent = await site.send("/api/create-payment-intent", { ...call, body: order });
      const paymentIntentId = await site.charge(JSON.parse(intent.text).clientSecret);
      await mail.close();
      await site.stopProvider();
      const traffic = runLoad({ ...(await planMixedTraffic(site, 20)), seconds: SECONDS });
      await changePassword(site);
      const confirmation = { ...order, paymentIntentId };
      const attempts = await Promise.all([
        site.send("/api/confirm-membership", { ...call, body: confirmation }),
        site.send("/api/create-payment-intent", { ...call, body: { membershipTier: "premium" } }),
      ]);
      const wrong = attempts.filter(({ status, ms }) => status !== 502 || ms > PROVIDER_MS);
      findings.none(`wrong answers of ${attempts.length} payments`, wrong.map(describe));
      const samples = await traffic;
      const failed = samples.filter((sample) => !isOk(sample));
      findings.none(`failures of ${samples.length} other requests`, describeSamples(failed));
      await site.startProvider();
      await mail.open();
      const [activated, mailed] = await Promise.all([
        timeUntil(RECONCILED_MS + 20_000, async () => {
          await delay(250);
          return (await findUserById(site.owner, buyer.id))?.membershipTier === "basic";
        }),
        timeUntil(MAILED_MS + 20_000, () => mail.received.length > 0),
      ]);
      findings.atMost("membership active after", activated / 1000, RECONCILED_MS / 1000, " s");
      findings.atMost("email arrived after", mailed / 1000, MAILED_MS / 1000, " s");
      const isRepeated = await waitUntil(2000, () => mail.received.length > 1);
      findings.expect("the email arrived once", !isRepeated);
      return findings;
    } finally {
      await mail.close();
    }
  },
};

/** Causes an email to the member. */
async function changePassword(site: Site): Promise<void> {
  const address = "owner@studbook.test";
  const member = await site.createMember({ email: address, verifiedEmail: address });
  const body = { currentPassword: PASSWORD, newPassword: "another-password-9" };
  const answer = await site.send("/api/account/password", { ...member, method: "PATCH", body });
  if (answer.status !== 200) throw new Error(`The password was not changed: ${answer.text}`);
}
