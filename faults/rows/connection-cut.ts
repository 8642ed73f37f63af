import { newAdFields } from "@studbook/api/test/test-app";
import { listWrongSums } from "@studbook/db/queries/wrong-sums";
import { runSql } from "@studbook/db/test/test-db";
import { Findings, type Row } from "../row.ts";
import { type Member, openSite, type Site } from "../stage/site.ts";
import { ANSWER_MS } from "../traffic/outage.ts";
import { type Answer, describe } from "../traffic/send.ts";

const POINTS = 60;
/** More than the bytes of one creation, so that some cuts fall behind the commit. */
const BYTES_PER_CREATION = 6000;

export const connectionCut: Row = {
  name: "connection-cut",
  fault: `the connection to the database is reset at ${POINTS} points while an ad is created and deleted`,
  promise:
    "each change is made as a whole or not at all, and the answer is 503 with Retry-After or a success",
  async run(stage) {
    await using site = await openSite(stage);
    const findings = new Findings();
    const member = await site.createMember();
    const answers: Answer[] = [];
    const contradictions: string[] = [];
    for (let point = 0; point < POINTS; point++) {
      site.proxy.resetAfter(((point + 0.5) / POINTS) * BYTES_PER_CREATION);
      const creation = await create(site, member);
      answers.push(creation);
      const ids = await listAds(site, member);
      if (creation.status === 201 && ids.length === 0)
        contradictions.push("a created ad is missing");
      site.proxy.resetAfter(((POINTS - point - 0.5) / POINTS) * BYTES_PER_CREATION);
      for (const id of ids) {
        const deletion = await site.send(`/api/ads/${id}`, { ...member, method: "DELETE" });
        answers.push(deletion);
        const isDeleted = (await listAds(site, member)).length === 0;
        if (deletion.status === 200 && !isDeleted)
          contradictions.push("a deleted ad is still there");
      }
      site.proxy.resetAfter();
      await runSql(site.owner, "delete from ads where user_id = $1", [member.id]);
      await runSql(site.owner, "update users set ad_count = 0 where id = $1", [member.id]);
    }
    findings.atLeast("connections cut", site.proxy.countResets(), POINTS / 2);
    const refused = answers.filter(({ status, hasRetryAfter }) => status === 503 && hasRetryAfter);
    findings.note(`${refused.length} of ${answers.length} changes refused`);
    const wrong = answers.filter(
      (answer) => ![200, 201].includes(answer.status) && !refused.includes(answer),
    );
    findings.none("wrong answers", wrong.map(describe));
    const longest = Math.max(...answers.map(({ ms }) => ms));
    findings.atMost("slowest answer", longest, ANSWER_MS, " ms");
    findings.none("answers that the database contradicts", contradictions);
    findings.none("wrong counts", await listWrongSums(site.owner));
    return findings;
  },
};

async function create(site: Site, member: Member): Promise<Answer> {
  const body = await newAdFields(site.owner, member.id);
  return await site.send("/api/ads", { ...member, method: "POST", body });
}

async function listAds(site: Site, { id }: Member): Promise<string[]> {
  const rows = await runSql(site.owner, "select id from ads where user_id = $1", [id]);
  return rows.map((row) => String(row.id));
}
