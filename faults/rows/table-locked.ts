import { runSql } from "@studbook/db/test/test-db";
import { Findings, type Row } from "../row.ts";
import { holdLock } from "../stage/hold-lock.ts";
import { openSite, PASSWORD, type Site } from "../stage/site.ts";
import { memberKinds, messageOf, visitorKinds } from "../traffic/kinds.ts";
import { type Kind, runLoad } from "../traffic/load.ts";
import { ANSWER_MS } from "../traffic/outage.ts";
import { describeSamples, isOk, isRefusalFor, slowest } from "../traffic/samples.ts";

const LOCKED_SECONDS = 20;
/** Whatever is sent in this time must be answered before the lock is released. */
const LOADED_SECONDS = 16;

export const tableLocked: Row = {
  name: "table-locked",
  fault: `the table of listings is locked (ACCESS EXCLUSIVE) for ${LOCKED_SECONDS} s`,
  promise:
    "what reads listings gets 503 BUSY with Retry-After within 3 s; sign-in, account, the terms and probes keep working",
  async run(stage) {
    await using site = await openSite(stage, { isProxied: false });
    const findings = new Findings();
    const visitors = Array.from({ length: 60 }, () => site.newAddress());
    const { search, page, ready } = visitorKinds(visitors);
    const { account, write } = memberKinds(await site.createMembers(20));
    const terms = { ...page, name: "terms", messages: visitors.map(termsFrom) };
    const unaffected = [ready, account, write, terms, await signInKind(site)];
    const plan = { port: site.server.port, seconds: LOADED_SECONDS };
    const { released } = await holdLock(stage.postgres.urlOf(site.database), LOCKED_SECONDS, (tx) =>
      runSql(tx, "lock table ads in access exclusive mode"),
    );
    const [blocked, others] = await Promise.all([
      runLoad({ ...plan, kinds: [search, page], pace: { perSecond: 20 } }),
      runLoad({ ...plan, kinds: unaffected, pace: { perSecond: 20 } }),
    ]);
    await released;
    const wrong = blocked.filter((sample) => !isRefusalFor("BUSY", sample));
    findings.none(
      `wrong answers of ${blocked.length} to searches and pages`,
      describeSamples(wrong),
    );
    findings.atMost("slowest search or page", slowest(blocked), ANSWER_MS, " ms");
    const failed = others.filter((sample) => !isOk(sample));
    findings.none(`failures of ${others.length} other requests`, describeSamples(failed));
    findings.atMost("slowest other request", slowest(others), ANSWER_MS, " ms");
    return findings;
  },
};

function termsFrom(from: string): string {
  return messageOf({ path: "/terms", from });
}

async function signInKind(site: Site): Promise<Kind> {
  const members = await site.createMembers(30);
  const messages = members.map(({ username, from }) =>
    messageOf({ method: "POST", path: "/api/login", from, body: { username, password: PASSWORD } }),
  );
  return { name: "sign-in", weight: 0.3, messages };
}
