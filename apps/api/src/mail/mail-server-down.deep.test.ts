import { describe, expect, it } from "vitest";
import { useOutbox } from "../../test/mail-outbox.ts";

const DAY_MINUTES = 24 * 60;

const getOutbox = useOutbox();

describe("while the mail server is down", () => {
  it("20 emails wait for an hour and then arrive once each", async () => {
    const outbox = getOutbox();
    await outbox.startWorker();
    await outbox.startWorker();
    await outbox.server.close();
    const members = await Promise.all(
      Array.from({ length: 20 }, (_, n) => outbox.member({ email: `member${n}@example.com` })),
    );
    for (const { id } of members) await outbox.queue(id);
    await outbox.advance(60, 5);
    expect(outbox.server.received).toEqual([]);
    expect(outbox.lines.filter((line) => line.includes("ESOCKET CONN")).length).toBeGreaterThan(40);
    await outbox.server.open();
    await outbox.advance(70, 5);
    const recipients = outbox.server.received.flatMap(({ to }) => to);
    expect(recipients.toSorted()).toEqual(members.map(({ email }) => email).toSorted());
    await outbox.advance(180, 30);
    expect(outbox.server.received).toHaveLength(20);
  });

  it("an email is retried for more than a day and given up after two days", async () => {
    const outbox = getOutbox();
    await outbox.startWorker();
    await outbox.server.close();
    const { id } = await outbox.member();
    await outbox.queue(id);
    await outbox.advance(DAY_MINUTES, 20);
    expect(await outbox.mails()).toMatchObject([{ sentAt: null, givenUpAt: null }]);
    await outbox.server.open();
    await outbox.advance(60, 20);
    expect(outbox.server.received).toHaveLength(1);
    await outbox.server.close();
    await outbox.queue(id);
    await outbox.advance(2.5 * DAY_MINUTES, 20);
    const rows = await outbox.mails();
    expect(rows.filter(({ givenUpAt }) => givenUpAt !== null)).toHaveLength(1);
    expect(
      outbox.lines.filter((line) => line.includes("gave up delivering an email")),
    ).toHaveLength(1);
  });
});
