import { findUserById, lockUser } from "@studbook/db/queries/users";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useShop } from "../../test/payment-shop.ts";
import { PostOffice } from "../../test/post-office.ts";
import { createMember, PASSWORD } from "../../test/test-app.ts";
import { remindMembers } from "./mail-jobs.ts";
import { queuePasswordNotice } from "./queue-password-notice.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

const office = new PostOffice();
const shopOf = useShop({ parts: { enqueue: office.enqueue } });
beforeAll(async () => {
  await office.open(shopOf().test);
  await office.startWorker();
});
beforeEach(async () => {
  await office.settle();
  office.server.received.splice(0);
});
afterAll(() => office.close());

const give = (id: string, email: string | null, isVerified = false) =>
  office.test.run("update users set email = $2, verified_email = $3 where id = $1", [
    id,
    email,
    isVerified ? email : null,
  ]);
const subjects = () => office.server.received.map(({ headers }) => headers.subject);

describe("a receipt", () => {
  it("goes once to the unverified address given at checkout, of 20 confirmations and 20 webhooks", async () => {
    const shop = shopOf();
    const buyer = await shop.customer();
    await give(buyer.id, "buyer@example.com");
    const intentId = await shop.chargedIntent(buyer, "premium", "NewStud");
    const [event] = (await shop.events(intentId)).filter(
      ({ type }) => type === "payment_intent.succeeded",
    );
    const calls = Array.from({ length: 20 }, (_, n) => [
      shop.confirm(buyer, intentId, "premium"),
      shop.send({ ...event, id: `evt_${intentId}_${n}` }),
    ]);
    await Promise.all(calls.flat());
    await office.settle();
    expect(subjects()).toEqual(["Your Studbook receipt: $29.50 for Premium"]);
    const body = office.server.received[0]?.body ?? "";
    const year = new Date().getUTCFullYear();
    for (const words of [
      "Membership: Premium, one year",
      "Amount: $29.50",
      `, ${year}\r\nUntil: `,
      `, ${year + 1}\r\nReceipt: `,
      "It does not renew by itself.",
      "there are no refunds",
    ]) {
      expect(body).toContain(words);
    }
    // The address may be a stranger's.
    const user = await findUserById(office.db, buyer.id);
    expect(body).toContain("Thank you. Your payment has gone through.");
    expect(JSON.stringify(office.server.received)).not.toContain(user?.username);
  });

  it.each([
    ["buyer@example.com", "buyer@example.com"],
    ["BUYER@example.com", "buyer@example.com"],
    [null, "buyer@example.com"],
  ])("names the member when it goes to a verified address: %s of %s", async (given, verified) => {
    const shop = shopOf();
    const buyer = await shop.customer();
    await give(buyer.id, verified, true);
    await office.test.run("update users set email = $2 where id = $1", [buyer.id, given]);
    await shop.buy(buyer, "basic");
    await office.settle();
    const user = await findUserById(office.db, buyer.id);
    expect(office.server.received).toMatchObject([{ to: [given ?? verified] }]);
    expect(office.server.received[0]?.body).toContain(`Thank you, ${user?.username}.`);
  });

  it("is not sent of a card that was declined", async () => {
    const shop = shopOf();
    const buyer = await shop.customer();
    await give(buyer.id, "buyer@example.com");
    const intent = await shop.createIntent(buyer, "basic");
    const intentId = String(intent.json.clientSecret).replace(/_secret_.*$/, "");
    await expect(shop.charge(intentId, "pm_card_chargeDeclined")).rejects.toThrow();
    await shop.confirm(buyer, intentId, "basic");
    await office.settle();
    expect(office.server.received).toEqual([]);
  });
});

describe("of an account", () => {
  it("a notice goes to the verified address while a newer one is not verified", async () => {
    const { id, cookie } = await createMember(office.db);
    await give(id, "owner@example.com", true);
    await office.test.run("update users set email = 'newer@example.com' where id = $1", [id]);
    const url = "/api/account/close";
    await shopOf().app.inject({ method: "POST", url, headers: { cookie } });
    await office.settle();
    expect(office.server.received.map(({ to }) => to)).toEqual([["owner@example.com"]]);
  });

  it("a changed password is told to the verified address", async () => {
    const { id, cookie } = await createMember(office.db);
    await give(id, "owner@example.com", true);
    const payload = { currentPassword: PASSWORD, newPassword: "new-password" };
    const url = "/api/account/password";
    await shopOf().app.inject({ method: "PATCH", url, headers: { cookie }, payload });
    await office.settle();
    expect(subjects()).toEqual(["Your Studbook password was changed"]);
  });

  it("sends one notice for several password changes, and no other within 10 minutes", async () => {
    const { id } = await createMember(office.db);
    await give(id, "owner@example.com", true);
    const change = () =>
      office.db.transaction().execute(async (tx) => {
        await lockUser(tx, id);
        await queuePasswordNotice(tx, office.enqueue, id);
      });
    await Promise.all(Array.from({ length: 20 }, change));
    await office.settle();
    expect(subjects()).toHaveLength(1);

    // The next one may be a thief's, so it is told of as well.
    await office.test.advance(2 * MINUTE_MS);
    for (let n = 0; n < 5; n++) await change();
    const waiting = await office.test.run(
      `select round(extract(epoch from start_after - created_on) / 60)::integer as minutes
         from pgboss.job where name = 'send-mail' and state = 'created'`,
    );
    expect(waiting).toEqual([{ minutes: 8 }]);
    await office.pass(8);
    expect(subjects()).toEqual(Array(2).fill("Your Studbook password was changed"));
    await office.test.setNow(null);
  });

  it.each([
    [true, ["Your Studbook account is closed"]],
    [false, []],
  ])("that it was closed is told to a verified address alone: %s", async (isVerified, told) => {
    const { id, cookie } = await createMember(office.db);
    await give(id, "owner@example.com", isVerified);
    const url = "/api/account/close";
    await shopOf().app.inject({ method: "POST", url, headers: { cookie } });
    await office.settle();
    expect(subjects()).toEqual(told);
  });
});

describe("a reminder", () => {
  it("comes at 30, 7, 1 and 0 days, each once, however often the job runs", async () => {
    const shop = shopOf();
    const begun = new Date("2027-03-01T12:00:00Z");
    await office.test.setNow(begun);
    const until = new Date(begun.getTime() + 31 * DAY_MS);
    const { id } = await shop.customer({ tier: "basic", until });
    await give(id, "member@example.com", true);
    const told: number[] = [];
    for (let hour = 0; hour <= 33 * 24; hour += 6) {
      await office.test.setNow(new Date(begun.getTime() + hour * 60 * 60_000));
      const counts = await Promise.all([1, 2, 3].map(() => remindMembers(office)));
      if (counts.some((count) => count > 0)) told.push(hour / 24);
    }
    expect(told).toEqual([1, 24, 30, 31]);
    await office.settle();
    await office.test.setNow(null);
    expect(subjects()).toEqual([
      ...Array(3).fill("Your Basic membership expires on Apr 1, 2027"),
      "Your Basic membership has expired",
    ]);
  });

  it("is not sent to who has renewed while it waited", async () => {
    const shop = shopOf();
    const until = new Date(Date.now() + 20 * DAY_MS);
    const buyer = await shop.customer({ tier: "basic", until });
    await give(buyer.id, "member@example.com", true);
    await office.server.close();
    expect(await remindMembers(office)).toBe(1);
    await office.settle();
    await shop.buy(buyer, "basic");
    const user = await findUserById(office.db, buyer.id);
    expect(user?.membershipExpiresAt?.getTime()).toBeGreaterThan(until.getTime());
    await office.server.open();
    await office.pass(30, 5);
    expect(subjects()).toEqual(["Your Studbook receipt: $29.00 for Basic"]);
  });
});
