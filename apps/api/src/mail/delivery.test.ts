import { randomUUID } from "node:crypto";
import pino from "pino";
import { describe, expect, it } from "vitest";
import { useOutbox } from "../../test/mail-outbox.ts";
import { mailAttempts } from "../metrics/metrics.ts";
import { createMailer } from "./create-mailer.ts";
import { deliverMail } from "./deliver-mail.ts";

const getOutbox = useOutbox();

async function countAttempts(result: string): Promise<number> {
  const { values } = await mailAttempts.get();
  return values.find(({ labels }) => labels.result === result)?.value ?? 0;
}

describe("a queued email", () => {
  it("arrives as text and HTML with its sender and Message-ID", async () => {
    const outbox = getOutbox();
    await outbox.startWorker();
    const { id, username } = await outbox.member();
    await outbox.queue(id);
    await outbox.settle();
    const [row] = await outbox.mails();
    expect(outbox.server.received).toMatchObject([
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
    const body = outbox.server.received[0]?.body ?? "";
    expect(body).toContain("Content-Type: text/plain");
    expect(body).toContain("Content-Type: text/html");
    expect(body.split(`The password for your account ${username} was changed`)).toHaveLength(3);
    expect(row).toMatchObject({ messageId: `<${row?.id}@studbook.test>`, givenUpAt: null });
    expect(row?.sentAt).toBeInstanceOf(Date);
  });

  it("is not sent if its transaction was rolled back", async () => {
    const outbox = getOutbox();
    await outbox.startWorker();
    const { id } = await outbox.member();
    const rolledBack = outbox.db.transaction().execute(async (tx) => {
      await outbox.enqueue(tx, "send-mail", { mailId: randomUUID() });
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");
    const [row] = await outbox.test.run("select count(*)::integer as n from pgboss.job");
    expect(row).toEqual({ n: 0 });
    await outbox.queue(id);
    await outbox.settle();
    expect(outbox.server.received).toHaveLength(1);
  });

  it("is given up if the member has not verified the address", async () => {
    const outbox = getOutbox();
    await outbox.startWorker();
    await outbox.queue((await outbox.member({ verifiedEmail: null })).id);
    await outbox.settle();
    expect(outbox.server.received).toEqual([]);
    expect(await outbox.mails()).toMatchObject([{ sentAt: null, givenUpAt: expect.any(Date) }]);
  });
});

describe("a mail server that rejects a recipient", () => {
  it.each([
    [550, "given up immediately", "given_up"],
    [450, "retried", "failed"],
  ])(
    "responds with %i: the email is %s, and its address is not logged",
    async (code, outcome, result) => {
      const outbox = getOutbox();
      const before = await countAttempts(result);
      await outbox.startWorker();
      outbox.server.refusal = { code, message: "No mailbox for" };
      await outbox.queue((await outbox.member()).id);
      await outbox.settle();
      const isGivenUp = outcome !== "retried";
      const [row] = await outbox.mails();
      expect(row?.givenUpAt !== null).toBe(isGivenUp);
      expect(await countAttempts(result)).toBe(before + 1);
      expect(outbox.lines.join("\n")).toContain(`RCPT TO ${code}`);
      outbox.server.refusal = undefined;
      await outbox.advance(10);
      expect(outbox.server.received).toHaveLength(isGivenUp ? 0 : 1);
      const jobs = await outbox.test.run("select output::text from pgboss.job");
      for (const stored of [...outbox.lines, JSON.stringify(jobs)]) {
        expect(stored).not.toContain("ann@example.com");
      }
    },
  );
});

describe("concurrent servers", () => {
  it("send each of 40 emails once", async () => {
    const outbox = getOutbox();
    await outbox.startWorker();
    await outbox.startWorker();
    await outbox.queue((await outbox.member()).id, 40);
    await outbox.settle();
    const ids = outbox.server.received.map(({ headers }) => headers["message-id"]);
    expect(ids).toHaveLength(40);
    expect(new Set(ids).size).toBe(40);
  });

  it("send an email once when they process it at the same time", async () => {
    const outbox = getOutbox();
    await outbox.startWorker();
    const { id } = await outbox.member();
    const logger = pino({ level: "silent" });
    const { db, config } = outbox;
    const parts = { db, config, logger, mailer: createMailer(config.mail) };
    await outbox.stopWorkers();
    for (let round = 1; round <= 10; round++) {
      await outbox.queue(id);
      const mailId = (await outbox.mails()).find(({ sentAt }) => !sentAt)?.id ?? "";
      const attempts = await Promise.allSettled(
        Array.from({ length: 5 }, () => deliverMail(parts, mailId, false)),
      );
      expect(attempts.some(({ status }) => status === "fulfilled")).toBe(true);
      expect(outbox.server.received).toHaveLength(round);
    }
  });
});
