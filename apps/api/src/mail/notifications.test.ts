import { findUserById, lockUser } from "@studbook/db/queries/users";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { TestOutbox } from "../../test/mail-outbox.ts";
import { useShop } from "../../test/payment-shop.ts";
import { createMember, PASSWORD } from "../../test/test-app.ts";
import { remindMembers } from "./mail-jobs.ts";
import { queuePasswordNotice } from "./queue-password-notice.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

const outbox = new TestOutbox();
const getShop = useShop({ parts: { enqueue: outbox.enqueue } });
beforeAll(async () => {
  await outbox.open(getShop().test);
  await outbox.startWorker();
});
beforeEach(async () => {
  await outbox.settle();
  outbox.server.received.splice(0);
});
afterAll(() => outbox.close());

const setEmail = (id: string, email: string | null, isVerified = false) =>
  outbox.test.run("update users set email = $2, verified_email = $3 where id = $1", [
    id,
    email,
    isVerified ? email : null,
  ]);
const subjects = () => outbox.server.received.map(({ headers }) => headers.subject);

describe("a receipt", () => {
  it("is sent once to the unverified address given at checkout, for 20 confirmations and 20 webhooks", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    await setEmail(buyer.id, "buyer@example.com");
    const intentId = await shop.chargedIntent(buyer, "premium", "NewStud");
    const [event] = (await shop.events(intentId)).filter(
      ({ type }) => type === "payment_intent.succeeded",
    );
    const calls = Array.from({ length: 20 }, (_, n) => [
      shop.confirm(buyer, intentId, "premium"),
      shop.send({ ...event, id: `evt_${intentId}_${n}` }),
    ]);
    await Promise.all(calls.flat());
    await outbox.settle();
    expect(subjects()).toEqual(["Your Studbook receipt: $29.50 for Premium"]);
    const body = outbox.server.received[0]?.body ?? "";
    const year = new Date().getUTCFullYear();
    for (const line of [
      "Membership: Premium, one year",
      "Amount: $29.50",
      `, ${year}\r\nValid until: `,
      `, ${year + 1}\r\nReceipt number: `,
      "Your membership does not renew automatically.",
      "All sales are final, with no refunds.",
    ]) {
      expect(body).toContain(line);
    }
    // The address may be a stranger's.
    const user = await findUserById(outbox.db, buyer.id);
    expect(body).toContain("Thank you. Your payment was successful.");
    expect(JSON.stringify(outbox.server.received)).not.toContain(user?.username);
  });

  it.each([
    ["buyer@example.com", "buyer@example.com"],
    ["BUYER@example.com", "buyer@example.com"],
    [null, "buyer@example.com"],
  ])("contains the username if its address is verified: %s of %s", async (given, verified) => {
    const shop = getShop();
    const buyer = await shop.customer();
    await setEmail(buyer.id, verified, true);
    await outbox.test.run("update users set email = $2 where id = $1", [buyer.id, given]);
    await shop.buy(buyer, "basic");
    await outbox.settle();
    const user = await findUserById(outbox.db, buyer.id);
    expect(outbox.server.received).toMatchObject([{ to: [given ?? verified] }]);
    expect(outbox.server.received[0]?.body).toContain(`Thank you, ${user?.username}.`);
  });

  it("is not sent for a declined card", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    await setEmail(buyer.id, "buyer@example.com");
    const intent = await shop.createIntent(buyer, "basic");
    const intentId = String(intent.json.clientSecret).replace(/_secret_.*$/, "");
    await expect(shop.charge(intentId, "pm_card_chargeDeclined")).rejects.toThrow();
    await shop.confirm(buyer, intentId, "basic");
    await outbox.settle();
    expect(outbox.server.received).toEqual([]);
  });
});

describe("account notices", () => {
  it("go to the verified address while a newer one is not verified", async () => {
    const { id, cookie } = await createMember(outbox.db);
    await setEmail(id, "owner@example.com", true);
    await outbox.test.run("update users set email = 'newer@example.com' where id = $1", [id]);
    const url = "/api/account/close";
    await getShop().app.inject({ method: "POST", url, headers: { cookie } });
    await outbox.settle();
    expect(outbox.server.received.map(({ to }) => to)).toEqual([["owner@example.com"]]);
  });

  it("report a changed password to the verified address", async () => {
    const { id, cookie } = await createMember(outbox.db);
    await setEmail(id, "owner@example.com", true);
    const payload = { currentPassword: PASSWORD, newPassword: "new-password" };
    const url = "/api/account/password";
    await getShop().app.inject({ method: "PATCH", url, headers: { cookie }, payload });
    await outbox.settle();
    expect(subjects()).toEqual(["Your Studbook password was changed"]);
  });

  it("report several password changes once per 10 minutes", async () => {
    const { id } = await createMember(outbox.db);
    await setEmail(id, "owner@example.com", true);
    const change = () =>
      outbox.db.transaction().execute(async (tx) => {
        await lockUser(tx, id);
        await queuePasswordNotice(tx, outbox.enqueue, id);
      });
    await Promise.all(Array.from({ length: 20 }, change));
    await outbox.settle();
    expect(subjects()).toHaveLength(1);

    // The next change may be an attacker's, so it causes another notice.
    await outbox.test.advance(2 * MINUTE_MS);
    for (let n = 0; n < 5; n++) await change();
    const waiting = await outbox.test.run(
      `select round(extract(epoch from start_after - created_on) / 60)::integer as minutes
         from pgboss.job where name = 'send-mail' and state = 'created'`,
    );
    expect(waiting).toEqual([{ minutes: 8 }]);
    await outbox.advance(8);
    expect(subjects()).toEqual(Array(2).fill("Your Studbook password was changed"));
    await outbox.test.setNow(null);
  });

  it.each([
    [true, ["Your Studbook account is closed"]],
    [false, []],
  ])("report a closed account only to a verified address: %s", async (isVerified, expected) => {
    const { id, cookie } = await createMember(outbox.db);
    await setEmail(id, "owner@example.com", isVerified);
    const url = "/api/account/close";
    await getShop().app.inject({ method: "POST", url, headers: { cookie } });
    await outbox.settle();
    expect(subjects()).toEqual(expected);
  });
});

describe("a renewal reminder", () => {
  it("is sent once at 30, 7, 1 and 0 days, however often the job runs", async () => {
    const shop = getShop();
    const start = new Date("2027-03-01T12:00:00Z");
    await outbox.test.setNow(start);
    const until = new Date(start.getTime() + 31 * DAY_MS);
    const { id } = await shop.customer({ tier: "basic", until });
    await setEmail(id, "member@example.com", true);
    const reminderDays: number[] = [];
    for (let hour = 0; hour <= 33 * 24; hour += 6) {
      await outbox.test.setNow(new Date(start.getTime() + hour * 60 * 60_000));
      const counts = await Promise.all([1, 2, 3].map(() => remindMembers(outbox)));
      if (counts.some((count) => count > 0)) reminderDays.push(hour / 24);
    }
    expect(reminderDays).toEqual([1, 24, 30, 31]);
    await outbox.settle();
    await outbox.test.setNow(null);
    expect(subjects()).toEqual([
      ...Array(3).fill("Your Basic membership expires on Apr 1, 2027"),
      "Your Basic membership has expired",
    ]);
  });

  it("is not sent to a member who renews while it is queued", async () => {
    const shop = getShop();
    const until = new Date(Date.now() + 20 * DAY_MS);
    const buyer = await shop.customer({ tier: "basic", until });
    await setEmail(buyer.id, "member@example.com", true);
    await outbox.server.close();
    expect(await remindMembers(outbox)).toBe(1);
    await outbox.settle();
    await shop.buy(buyer, "basic");
    const user = await findUserById(outbox.db, buyer.id);
    expect(user?.membershipExpiresAt?.getTime()).toBeGreaterThan(until.getTime());
    await outbox.server.open();
    await outbox.advance(30, 5);
    expect(subjects()).toEqual(["Your Studbook receipt: $29.00 for Basic"]);
  });
});
