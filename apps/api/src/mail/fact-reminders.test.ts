import type { Tx } from "@studbook/db/client";
import { setAdHidden } from "@studbook/db/queries/ads";
import { eraseUser } from "@studbook/db/queries/erase-user";
import { setRecord } from "@studbook/db/queries/records";
import { lockUser, setUserActive, type User } from "@studbook/db/queries/users";
import { createAd } from "@studbook/db/test/factories";
import { DAY_MS } from "@studbook/domain/day";
import type { StudRecord } from "@studbook/domain/schemas/record/record";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useOutbox } from "../../test/mail-outbox.ts";
import { RACE_ROUNDS } from "../../test/test-app.ts";
import { remindOfOldFacts } from "./mail-jobs.ts";

const NOW = new Date("2027-03-01T12:00:00Z");
const BRUCELLOSIS = "Rex: brucellosis test older than 30 days";

const getOutbox = useOutbox({ once: true });
beforeAll(() => getOutbox().startWorker());
beforeEach(async () => {
  const { test, server } = getOutbox();
  await getOutbox().settle();
  server.received.splice(0);
  await test.run("truncate users cascade");
  await test.setNow(NOW);
});

const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
const setNow = (days: number) => getOutbox().test.setNow(inDays(days));
const subjects = () => getOutbox().server.received.map(({ headers }) => headers.subject);
const createOwner = () => getOutbox().member({ membershipExpiresAt: inDays(3000) });

const tested = (brucellosisTestDate: string, semenAnalysisDate?: string): StudRecord => ({
  breeding: { brucellosisTestDate, ...(semenAnalysisDate && { semenAnalysisDate }) },
});

const addAd = (
  owner: User,
  record: StudRecord,
  fields: { dogName?: string; createdAt?: Date } = {},
) => createAd(getOutbox().db, owner.id, { record, ...fields });

const change = (adId: string, record: StudRecord) =>
  getOutbox()
    .db.transaction()
    .execute((tx) => setRecord(tx, adId, record));

describe("a reminder of old facts", () => {
  it("is sent once when the date gets old, however often and concurrently the job runs", async () => {
    const outbox = getOutbox();
    const owner = await createOwner();
    const { id } = await addAd(owner, tested("2027-02-20", "2026-03-05"));
    const days: number[] = [];
    for (let hour = 0; hour <= 25 * 24; hour += 6) {
      await outbox.test.setNow(new Date(NOW.getTime() + hour * 3_600_000));
      const counts = await Promise.all([1, 2, 3].map(() => remindOfOldFacts(outbox)));
      if (counts.some((count) => count > 0)) days.push(hour / 24);
    }
    expect(days).toEqual([4.5, 21.5]);
    await outbox.settle();
    expect(subjects()).toEqual(["Rex: semen analysis older than 365 days", BRUCELLOSIS]);
    const body = outbox.server.received[1]?.body ?? "";
    for (const line of [
      `Hello ${owner.username}, this date on your listing for Rex is old`,
      "Brucellosis test: Feb 20, 2027, older than 30 days",
      "This is the only reminder for this date.",
      `http://studbook.test/edit-ad/${id}`,
    ]) {
      expect(body.replaceAll("=\r\n", "")).toContain(line);
    }
  });

  it("contains all facts of all ads that get old on the same day, and is for their owner only", async () => {
    const outbox = getOutbox();
    const owner = await createOwner();
    const other = await outbox.member({
      email: "other@example.com",
      membershipExpiresAt: inDays(9),
    });
    const createdFirst = await addAd(owner, tested("2027-01-29", "2026-02-28"), {
      createdAt: inDays(-1),
    });
    await addAd(owner, tested("2027-01-29"), { dogName: "Otis" });
    await addAd(other, tested("2027-01-29"), { dogName: "Copper" });
    await Promise.all([1, 2, 3].map(() => remindOfOldFacts(outbox)));
    await outbox.settle();
    expect(outbox.emailsTo("other@example.com")).toHaveLength(1);
    const [email, ...more] = outbox.emailsTo("ann@example.com");
    expect(more).toEqual([]);
    expect(email?.headers.subject).toBe("Old dates on your listings");
    expect(email?.body).toContain(
      [
        "Otis: brucellosis test: Jan 29, 2027, older than 30 days",
        "Rex: brucellosis test: Jan 29, 2027, older than 30 days",
        "Rex: semen analysis: Feb 28, 2026, older than 365 days",
      ].join("\r\n"),
    );
    expect(email?.body).toContain("http://studbook.test/my-ads");
    expect(email?.body).not.toContain(createdFirst.id);
    expect(email?.body).not.toContain("Copper");
  });

  it("is sent again when a renewed date is old too", async () => {
    const outbox = getOutbox();
    const { id } = await addAd(await createOwner(), tested("2027-01-01"));
    await remindOfOldFacts(outbox);
    await outbox.settle();
    await change(id, tested("2027-02-27"));
    await setNow(28);
    expect(await remindOfOldFacts(outbox)).toBe(0);
    await setNow(29);
    expect(await remindOfOldFacts(outbox)).toBe(1);
    await outbox.settle();
    expect(subjects()).toEqual([BRUCELLOSIS, BRUCELLOSIS]);
  });

  it("is the only one of its owner on that day", async () => {
    const outbox = getOutbox();
    const owner = await createOwner();
    await addAd(owner, tested("2027-01-01"));
    await remindOfOldFacts(outbox);
    await addAd(owner, tested("2027-01-01"), { dogName: "Otis" });
    expect(await remindOfOldFacts(outbox)).toBe(0);
    await addAd(await outbox.member({ membershipExpiresAt: inDays(9) }), tested("2027-01-01"));
    expect(await remindOfOldFacts(outbox)).toBe(1);
    await setNow(7);
    expect(await remindOfOldFacts(outbox)).toBe(1);
    await outbox.settle();
    const ofOtis = BRUCELLOSIS.replace("Rex", "Otis");
    expect(subjects()).toEqual([BRUCELLOSIS, BRUCELLOSIS, ofOtis]);
  });

  it("is sent by the next job if a job fails", async () => {
    const outbox = getOutbox();
    await addAd(await createOwner(), tested("2027-01-01"));
    const enqueue = () => Promise.reject(new Error("connection lost"));
    await expect(remindOfOldFacts({ db: outbox.db, enqueue })).rejects.toThrow("connection lost");
    expect(await outbox.mails()).toEqual([]);
    await remindOfOldFacts(outbox);
    await outbox.settle();
    expect(subjects()).toEqual([BRUCELLOSIS]);
  });

  it("is queued once or not at all if the date is renewed at the same time", async () => {
    const outbox = getOutbox();
    const owner = await createOwner();
    for (let round = 0; round < RACE_ROUNDS; round++) {
      await setNow(40 * round);
      const { id } = await addAd(owner, tested("2027-01-01"));
      const renew = outbox.db.transaction().execute(async (tx) => {
        await lockUser(tx, owner.id);
        await setRecord(
          tx,
          id,
          tested(
            inDays(40 * round)
              .toISOString()
              .slice(0, 10),
          ),
        );
      });
      const jobs = [1, 2].map(() => remindOfOldFacts(outbox));
      const counts = await Promise.all([...jobs, renew.then(() => 0)]);
      expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(1);
      await outbox.test.run("delete from ads where id = $1", [id]);
    }
  });
});

describe("a queued reminder", () => {
  const queue = async (record: StudRecord) => {
    const outbox = getOutbox();
    const owner = await createOwner();
    const ad = await addAd(owner, record);
    await outbox.server.close();
    await remindOfOldFacts(outbox);
    await outbox.settle();
    return { owner, adId: ad.id };
  };
  const deliver = async () => {
    await getOutbox().server.open();
    await getOutbox().advance(30, 5);
  };
  const transact = (work: (tx: Tx) => Promise<unknown>) =>
    getOutbox().db.transaction().execute(work);

  it("leaves out dates that have been renewed meanwhile", async () => {
    const { adId } = await queue(tested("2027-01-01", "2025-01-01"));
    await change(adId, tested("2027-01-01", "2027-02-02"));
    await deliver();
    expect(subjects()).toEqual([BRUCELLOSIS]);
    expect(getOutbox().server.received[0]?.body).not.toContain("Semen");
  });

  it.each<[string, (parts: { owner: User; adId: string }) => Promise<unknown>]>([
    ["all dates have been renewed", ({ adId }) => change(adId, tested("2027-02-02"))],
    ["the record has been cleared", ({ adId }) => change(adId, {})],
    ["an admin has hidden the ad", ({ adId }) => transact((tx) => setAdHidden(tx, adId, "No dog"))],
    [
      "the account has been deactivated",
      ({ owner }) => transact((tx) => setUserActive(tx, owner.id, false)),
    ],
    ["the membership has expired", () => setNow(3001)],
    [
      "the address has been removed",
      ({ owner }) =>
        getOutbox().test.run("update users set verified_email = null where id = $1", [owner.id]),
    ],
    ["the account has been erased", ({ owner }) => transact((tx) => eraseUser(tx, owner.id))],
  ])("is not sent if %s", async (_why, act) => {
    const queued = await queue(tested("2027-01-01", "2025-01-01"));
    await act(queued);
    await deliver();
    expect(subjects()).toEqual([]);
    const waiting = (await getOutbox().mails()).filter(({ givenUpAt }) => !givenUpAt);
    expect(waiting).toEqual([]);
  });

  it("goes to the verified address of that time", async () => {
    const { owner } = await queue(tested("2027-01-01"));
    await getOutbox().test.run(
      "update users set email = 'newer@example.com', verified_email = 'new@example.com' where id = $1",
      [owner.id],
    );
    await deliver();
    expect(getOutbox().server.received.map(({ to }) => to)).toEqual([["new@example.com"]]);
  });
});
