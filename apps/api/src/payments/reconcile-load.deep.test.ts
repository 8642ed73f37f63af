import { insertPayment } from "@studbook/db/queries/payments";
import pino from "pino";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Customer, intentIdOf, useShop } from "../../test/payment-shop.ts";
import { openPayments } from "./payment-parts.ts";
import { type ReconcileLimits, reconcilePayments } from "./reconcile-payments.ts";

const MINUTE_MS = 60_000;
const logger = pino({ level: "silent" });

const getShop = useShop();

/** Closes the attempts that earlier tests left open. */
beforeEach(async () => {
  const { db } = getShop();
  await db.updateTable("paymentAttempts").set({ status: "canceled" }).execute();
});

type Options = { limits?: Partial<ReconcileLimits> | "none"; signal?: AbortSignal };

function reconcile({ limits = {}, signal }: Options = {}): Promise<number> {
  const { db, stripe } = getShop();
  const parts = openPayments({ db, stripe, logger, enqueue: async () => undefined });
  const untimed = { attempts: 1000, startTimer: () => new AbortController().signal };
  return reconcilePayments(parts, {
    limits: limits === "none" ? limits : { ...untimed, ...limits },
    ...(signal && { signal }),
  });
}

/**
 * Records the IDs of the intents retrieved from Stripe, in order, until the test ends.
 *
 * @param onRetrieve called with all IDs so far before each call to Stripe, which waits for it
 */
function watchRetrieved(onRetrieve?: (ids: readonly string[]) => void | Promise<void>): string[] {
  const { paymentIntents } = getShop().stripe;
  const retrieve = paymentIntents.retrieve.bind(paymentIntents);
  const retrieved: string[] = [];
  const spy = vi.spyOn(paymentIntents, "retrieve").mockImplementation(async (id, ...rest) => {
    retrieved.push(id);
    await onRetrieve?.(retrieved);
    return await retrieve(id, ...rest);
  });
  onTestFinished(() => spy.mockRestore());
  return retrieved;
}

/** Opens checkouts that nobody pays. Returns the IDs of their intents. */
function openCheckouts(count: number, couponCode?: string): Promise<string[]> {
  const shop = getShop();
  return Promise.all(
    Array.from({ length: count }, async () =>
      intentIdOf(await shop.createIntent(await shop.customer(), "basic", couponCode)),
    ),
  );
}

/** Creates a member whose membership has expired although one of their payments covers a later period. */
async function createOverdueMember(): Promise<Customer> {
  const shop = getShop();
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

const advance = (minutes: number) => getShop().test.advance(minutes * MINUTE_MS);

describe("with more open checkouts than one run can check, reconciliation", () => {
  it("handles payments, refunds and overdue members first", async () => {
    const shop = getShop();
    const payer = await shop.customer();
    const late = await shop.customer();
    const refunded = await shop.customer();
    const overdue = await createOverdueMember();
    const refundedIntent = await shop.buy(refunded, "basic");
    const lateIntent = intentIdOf(await shop.createIntent(late, "premium"));
    await openCheckouts(12);
    // The late buyer takes hours, so the attempt is no longer checked in every run.
    await advance(120);
    await reconcile();
    await openCheckouts(12);
    await advance(2);
    await shop.charge(lateIntent);
    await shop.chargedIntent(payer, "basic");
    await shop.stripe.refunds.create({ payment_intent: refundedIntent });
    const timeUp = new AbortController();
    watchRetrieved((ids) => {
      if (ids.length === 6) timeUp.abort();
    });
    await reconcile({ signal: timeUp.signal });
    expect(await shop.membership(payer)).toMatch(/^basic until/);
    expect(await shop.membership(late)).toMatch(/^premium until/);
    expect(await shop.membership(refunded)).toBe("none");
    expect(await shop.membership(overdue)).toMatch(/^basic until 2099/);
  });

  it("checks up to its limit, and the others in the next run", async () => {
    const intentIds = await openCheckouts(10);
    const retrieved = watchRetrieved();
    for (let run = 1; run <= 2; run++) {
      await reconcile({ limits: { attempts: 5 } });
      expect(retrieved).toHaveLength(5 * run);
    }
    expect(retrieved.toSorted()).toEqual(intentIds.toSorted());
  });

  it("checks each checkout once if two servers start together", async () => {
    const intentIds = await openCheckouts(10);
    await advance(1);
    const retrieved = watchRetrieved();
    const limits = { attempts: 4 };
    await Promise.all([reconcile({ limits }), reconcile({ limits })]);
    expect(retrieved).toHaveLength(8);
    expect(new Set(retrieved).size).toBe(8);
    expect(intentIds).toEqual(expect.arrayContaining(retrieved));
  });

  it("ends each phase when its time is up", async () => {
    const shop = getShop();
    await shop.chargedIntent(await shop.customer(), "basic");
    const second = await shop.customer();
    await shop.buy(second, "basic");
    const intentIds = await openCheckouts(20);
    const timers: AbortController[] = [];
    const startTimer = () => {
      const timer = new AbortController();
      timers.push(timer);
      return timer.signal;
    };
    const unpaidIds = new Set(intentIds);
    const timeUp = Promise.withResolvers<void>();
    const retrieved = watchRetrieved(async (ids) => {
      const unpaid = ids.filter((id) => unpaidIds.has(id)).length;
      if (unpaid === 4) {
        timers.at(-1)?.abort();
        timeUp.resolve();
      }
      // All four workers wait here, so that none takes another attempt before the time is up.
      if (unpaid > 0) await timeUp.promise;
    });
    await reconcile({ limits: { startTimer } });
    expect(retrieved.filter((id) => unpaidIds.has(id))).toHaveLength(4);
    expect(timers.length).toBeGreaterThan(1);
    expect(timers.slice(0, -1).some(({ signal }) => signal.aborted)).toBe(false);
  });

  it("releases expired coupon reservations first", async () => {
    const shop = getShop();
    await openCheckouts(3);
    await advance(24 * 60);
    const buyer = await shop.customer();
    await shop.createIntent(buyer, "basic", "Launch");
    await advance(31);
    await openCheckouts(3);
    await reconcile({ limits: { attempts: 1 } });
    expect((await shop.attempts(buyer))[0]).toMatchObject({ status: "canceled" });
  });

  it("checks other attempts too, however many coupon reservations have expired", async () => {
    await openCheckouts(55, "Launch");
    await advance(31);
    const young = await openCheckouts(2);
    const retrieved = watchRetrieved();
    await reconcile({ limits: { attempts: 52 } });
    expect(retrieved).toEqual(expect.arrayContaining(young));
  });
});

describe("an abandoned attempt", () => {
  it("is checked in every run at first, then once an hour, and in every complete run", async () => {
    const [intentId] = await openCheckouts(1);
    const retrieved = watchRetrieved();
    const countChecks = async (options?: Options) => {
      retrieved.length = 0;
      await reconcile(options);
      return retrieved.filter((id) => id === intentId).length;
    };
    expect(await countChecks()).toBe(1);
    expect(await countChecks()).toBe(1);
    await advance(59);
    expect(await countChecks()).toBe(0);
    await advance(1);
    expect(await countChecks()).toBe(1);
    expect(await countChecks()).toBe(0);
    expect(await countChecks({ limits: "none" })).toBe(1);
  });
});
