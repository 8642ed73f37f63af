import { randomUUID } from "node:crypto";
import pino from "pino";
import { describe, expect, it } from "vitest";
import { usePostOffice } from "../../test/post-office.ts";
import { mailAttempts } from "../metrics/metrics.ts";
import { createMailer } from "./create-mailer.ts";
import { deliverMail } from "./deliver-mail.ts";

const DAY_MINUTES = 24 * 60;

const officeOf = usePostOffice();

async function countTries(result: string): Promise<number> {
  const { values } = await mailAttempts.get();
  return values.find(({ labels }) => labels.result === result)?.value ?? 0;
}

describe("a mail that was queued", () => {
  it("arrives as text and HTML, from the sender, under its Message-ID", async () => {
    const office = officeOf();
    await office.startWorker();
    const { id, username } = await office.member();
    await office.queue(id);
    await office.settle();
    const [row] = await office.mails();
    expect(office.server.received).toMatchObject([
      {
        from: "mail@studbook.test",
        to: ["ann@example.com"],
        headers: {
          from: "Studbook <mail@studbook.test>",
          to: "ann@example.com",
          subject: "Your Studbook password was changed",
          "message-id": `<${row?.id}@studbook.test>`,
        },
      },
    ]);
    const body = office.server.received[0]?.body ?? "";
    expect(body).toContain("Content-Type: text/plain");
    expect(body).toContain("Content-Type: text/html");
    expect(body.split(`The password of your account ${username} was changed`)).toHaveLength(3);
    expect(row).toMatchObject({ messageId: `<${row?.id}@studbook.test>`, givenUpAt: null });
    expect(row?.sentAt).toBeInstanceOf(Date);
  });

  it("is not sent when its cause was rolled back", async () => {
    const office = officeOf();
    await office.startWorker();
    const { id } = await office.member();
    const undone = office.db.transaction().execute(async (tx) => {
      await office.enqueue(tx, "send-mail", { mailId: randomUUID() });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    const [row] = await office.test.run("select count(*)::integer as n from pgboss.job");
    expect(row).toEqual({ n: 0 });
    await office.queue(id);
    await office.settle();
    expect(office.server.received).toHaveLength(1);
  });

  it("is given up when the member has not verified the address", async () => {
    const office = officeOf();
    await office.startWorker();
    await office.queue((await office.member({ verifiedEmail: null })).id);
    await office.settle();
    expect(office.server.received).toEqual([]);
    expect(await office.mails()).toMatchObject([{ sentAt: null, givenUpAt: expect.any(Date) }]);
  });
});

describe("while the mail server is down", () => {
  it("for an hour, each of 20 mails waits and then arrives once", async () => {
    const office = officeOf();
    await office.startWorker();
    await office.startWorker();
    await office.server.close();
    const members = await Promise.all(
      Array.from({ length: 20 }, (_, n) => office.member({ email: `member${n}@example.com` })),
    );
    for (const { id } of members) await office.queue(id);
    await office.pass(60, 5);
    expect(office.server.received).toEqual([]);
    expect(office.lines.filter((line) => line.includes("ESOCKET CONN")).length).toBeGreaterThan(40);
    await office.server.open();
    await office.pass(70, 5);
    const recipients = office.server.received.flatMap(({ to }) => to);
    expect(recipients.toSorted()).toEqual(members.map(({ email }) => email).toSorted());
    await office.pass(180, 30);
    expect(office.server.received).toHaveLength(20);
  });

  it("for a day, a mail is not lost, and after two it is given up", async () => {
    const office = officeOf();
    await office.startWorker();
    await office.server.close();
    const { id } = await office.member();
    await office.queue(id);
    await office.pass(DAY_MINUTES, 20);
    expect(await office.mails()).toMatchObject([{ sentAt: null, givenUpAt: null }]);
    await office.server.open();
    await office.pass(60, 20);
    expect(office.server.received).toHaveLength(1);
    await office.server.close();
    await office.queue(id);
    await office.pass(2.5 * DAY_MINUTES, 20);
    const rows = await office.mails();
    expect(rows.filter(({ givenUpAt }) => givenUpAt !== null)).toHaveLength(1);
    expect(office.lines.filter((line) => line.includes("a mail was given up"))).toHaveLength(1);
  });
});

describe("what the mail server says of a recipient", () => {
  it.each([
    [550, "given up at once", "given_up"],
    [450, "tried again", "failed"],
  ])("%i: the mail is %s, and no log has the address", async (code, outcome, result) => {
    const office = officeOf();
    const before = await countTries(result);
    await office.startWorker();
    office.server.refusal = { code, words: "No mailbox for" };
    await office.queue((await office.member()).id);
    await office.settle();
    const isGivenUp = outcome !== "tried again";
    const [row] = await office.mails();
    expect(row?.givenUpAt !== null).toBe(isGivenUp);
    expect(await countTries(result)).toBe(before + 1);
    expect(office.lines.join("\n")).toContain(`RCPT TO ${code}`);
    office.server.refusal = undefined;
    await office.pass(10);
    expect(office.server.received).toHaveLength(isGivenUp ? 0 : 1);
    const jobs = await office.test.run("select output::text from pgboss.job");
    for (const kept of [...office.lines, JSON.stringify(jobs)]) {
      expect(kept).not.toContain("ann@example.com");
    }
  });
});

describe("two servers", () => {
  it("send each of 40 mails once", async () => {
    const office = officeOf();
    await office.startWorker();
    await office.startWorker();
    await office.queue((await office.member()).id, 40);
    await office.settle();
    const ids = office.server.received.map(({ headers }) => headers["message-id"]);
    expect(ids).toHaveLength(40);
    expect(new Set(ids).size).toBe(40);
  });

  it("that take the same mail at once send it once, ten times over", async () => {
    const office = officeOf();
    await office.startWorker();
    const { id } = await office.member();
    const logger = pino({ level: "silent" });
    const { db, config } = office;
    const parts = { db, config, logger, mailer: createMailer(config.mail) };
    await office.stopWorkers();
    for (let round = 1; round <= 10; round++) {
      await office.queue(id);
      const mailId = (await office.mails()).find(({ sentAt }) => !sentAt)?.id ?? "";
      const tries = await Promise.allSettled(
        Array.from({ length: 5 }, () => deliverMail(parts, mailId, false)),
      );
      expect(tries.some(({ status }) => status === "fulfilled")).toBe(true);
      expect(office.server.received).toHaveLength(round);
    }
  });
});
