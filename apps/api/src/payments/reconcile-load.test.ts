import { insertPayment } from "@studbook/db/queries/payments";
import pino from "pino";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Customer, intentIdOf, useShop } from "../../test/payment-shop.ts";
import { openPayments } from "./payment-parts.ts";
import { type ReconcileLimits, reconcilePayments } from "./reconcile.ts";

const MINUTE_MS = 60_000;
const logger = pino({ level: "silent" });

const shopOf = useShop();

/** Closes what earlier tests have left open. */
beforeEach(async () => {
  const { db } = shopOf();
  await db.updateTable("paymentAttempts").set({ status: "canceled" }).execute();
});

type Options = { limits?: Partial<ReconcileLimits> | "none"; signal?: AbortSignal };

function reconcile({ limits = {}, signal }: Options = {}): Promise<number> {
  const { db, stripe } = shopOf();
  const parts = openPayments({ db, stripe, logger, enqueue: async () => undefined });
  const untimed = { attempts: 1000, startTimer: () => new AbortController().signal };
  return reconcilePayments(parts, {
    limits: limits === "none" ? limits : { ...untimed, ...limits },
    ...(signal && { signal }),
  });
}

/** Tells of each intent that the provider is asked for, in order, until the test ends. */
function watchAsked(onAsk: (asked: readonly string[]) => void = () => undefined): string[] {
  const { paymentIntents } = shopOf().stripe;
  const retrieve = paymentIntents.retrieve.bind(paymentIntents);
  const asked: string[] = [];
  const spy = vi.spyOn(paymentIntents, "retrieve").mockImplementation(async (id, ...rest) => {
    asked.push(id);
    onAsk(asked);
    return await retrieve(id, ...rest);
  });
  onTestFinished(() => spy.mockRestore());
  return asked;
}

/** Checkouts that nobody pays. Returns their intents. */
function unpaid(count: number, couponCode?: string): Promise<string[]> {
  const shop = shopOf();
  return Promise.all(
    Array.from({ length: count }, async () =>
      intentIdOf(await shop.createIntent(await shop.customer(), "basic", couponCode)),
    ),
  );
}

/** A member whose membership has ended, although a payment of theirs has time left. */
async function overdueMember(): Promise<Customer> {
  const shop = shopOf();
  const yesterday = new Date(Date.now() - 24 * 60 * MINUTE_MS);
  const member = await shop.customer({ tier: "basic", until: yesterday });
  await insertPayment(shop.db, {
    userId: member.id,
    stripePaymentIntentId: `pi_${member.id.replaceAll("-", "")}`,
    amount: 2900,
    membershipTier: "basic",
    status: "succeeded",
    periodFrom: yesterday,
    periodTo: new Date("2099-01-01T00:00:00Z"),
  });
  return member;
}

const after = (minutes: number) => shopOf().test.advance(minutes * MINUTE_MS);

describe("while more checkouts are open than a run can ask about, reconciliation", () => {
  it("finds payments, refunds and overdue members first", async () => {
    const shop = shopOf();
    const [payer, late, refunded] = [
      await shop.customer(),
      await shop.customer(),
      await shop.customer(),
    ];
    const overdue = await overdueMember();
    const refundedIntent = await shop.buy(refunded, "basic");
    const lateIntent = intentIdOf(await shop.createIntent(late, "premium"));
    await unpaid(12);
    // Its buyer takes hours, so it is no longer asked about in every run.
    await after(120);
    await reconcile();
    await unpaid(12);
    await after(2);
    await shop.charge(lateIntent);
    await shop.chargedIntent(payer, "basic");
    await shop.stripe.refunds.create({ payment_intent: refundedIntent });
    const timeUp = new AbortController();
    watchAsked((asked) => {
      if (asked.length === 6) timeUp.abort();
    });
    await reconcile({ signal: timeUp.signal });
    expect(await shop.membership(payer)).toMatch(/^basic until/);
    expect(await shop.membership(late)).toMatch(/^premium until/);
    expect(await shop.membership(refunded)).toBe("none");
    expect(await shop.membership(overdue)).toMatch(/^basic until 2099/);
  });

  it("asks about as many as its limit, and in the next run about the others", async () => {
    const intentIds = await unpaid(10);
    const asked = watchAsked();
    for (let run = 1; run <= 2; run++) {
      await reconcile({ limits: { attempts: 5 } });
      expect(asked).toHaveLength(5 * run);
    }
    expect(asked.toSorted()).toEqual(intentIds.toSorted());
  });

  it("asks about each once when servers start together", async () => {
    const intentIds = await unpaid(10);
    await after(1);
    const asked = watchAsked();
    const limits = { attempts: 4 };
    await Promise.all([reconcile({ limits }), reconcile({ limits })]);
    expect(asked).toHaveLength(8);
    expect(new Set(asked).size).toBe(8);
    expect(intentIds).toEqual(expect.arrayContaining(asked));
  });

  it("ends each part when it has had its time", async () => {
    const shop = shopOf();
    await shop.chargedIntent(await shop.customer(), "basic");
    const second = await shop.customer();
    await shop.buy(second, "basic");
    const intentIds = await unpaid(20);
    const timers: AbortController[] = [];
    const startTimer = () => {
      const timer = new AbortController();
      timers.push(timer);
      return timer.signal;
    };
    const unpaidIds = new Set(intentIds);
    const asked = watchAsked((all) => {
      if (all.filter((id) => unpaidIds.has(id)).length === 4) timers.at(-1)?.abort();
    });
    await reconcile({ limits: { startTimer } });
    expect(asked.filter((id) => unpaidIds.has(id))).toHaveLength(4);
    expect(timers.length).toBeGreaterThan(1);
    expect(timers.slice(0, -1).some(({ signal }) => signal.aborted)).toBe(false);
  });

  it("frees coupons first that are due", async () => {
    const shop = shopOf();
    await unpaid(3);
    await after(24 * 60);
    const buyer = await shop.customer();
    await shop.createIntent(buyer, "basic", "Launch");
    await after(31);
    await unpaid(3);
    await reconcile({ limits: { attempts: 1 } });
    expect((await shop.attempts(buyer))[0]).toMatchObject({ status: "canceled" });
  });

  it("asks about others too, however many coupons are due", async () => {
    await unpaid(55, "Launch");
    await after(31);
    const young = await unpaid(2);
    const asked = watchAsked();
    await reconcile({ limits: { attempts: 52 } });
    expect(asked).toEqual(expect.arrayContaining(young));
  });
});

describe("an attempt that its buyer leaves", () => {
  it("is asked about in every run at first, then once an hour, and whenever an operator asks", async () => {
    const [intentId] = await unpaid(1);
    const asked = watchAsked();
    const timesAsked = async (options?: Options) => {
      asked.length = 0;
      await reconcile(options);
      return asked.filter((id) => id === intentId).length;
    };
    expect([await timesAsked(), await timesAsked()]).toEqual([1, 1]);
    await after(59);
    expect(await timesAsked()).toBe(0);
    await after(1);
    expect([await timesAsked(), await timesAsked()]).toEqual([1, 0]);
    expect(await timesAsked({ limits: "none" })).toBe(1);
  });
});
