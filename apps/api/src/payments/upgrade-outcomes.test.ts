import { DAY_MS } from "@studbook/domain/day";
import { addOneYear } from "@studbook/domain/membership";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { useShop } from "../../test/payment-shop.ts";
import { buys, day, disputes, on, refunds, type Step } from "../../test/payment-steps.ts";

const RUNS = Number(process.env.STUDBOOK_UPGRADE_RUNS ?? 8);
const SEED = Number(process.env.STUDBOOK_UPGRADE_SEED ?? 1);

const getShop = useShop();

/** What happens to a payment, and whether it counts in the end. */
const FATES: Record<string, { steps: (nth: number) => Step[]; counts: boolean }> = {
  kept: { steps: () => [], counts: true },
  "refunded in part": { steps: (nth) => [refunds(nth, 500)], counts: true },
  refunded: { steps: (nth) => [refunds(nth)], counts: false },
  disputed: { steps: (nth) => [disputes(nth)], counts: false },
  "dispute won": { steps: (nth) => [disputes(nth), disputes(nth, "won")], counts: true },
  "dispute lost": { steps: (nth) => [disputes(nth), disputes(nth, "lost")], counts: false },
};

const fate = fc.constantFrom(...Object.keys(FATES));
const scenario = fc.record({
  isRenewed: fc.boolean(),
  daysUntilUpgrade: fc.integer({ min: 0, max: 364 }),
  fates: fc.record({ basic: fate, renewal: fate, premium: fate }),
  /** The order in which these fates happen. */
  order: fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
});

describe("an upgrade with refunds and disputes in random order", () => {
  it(
    "leaves the membership that the remaining payments bought",
    async () => {
      await fc.assert(
        fc.asyncProperty(scenario, async ({ isRenewed, daysUntilUpgrade, fates, order }) => {
          const boughtAt = day("2026-11-21");
          const renewedAt = day("2027-10-15");
          const earliest = isRenewed ? renewedAt : boughtAt;
          const upgradedAt = latest(
            earliest,
            new Date(boughtAt.getTime() + daysUntilUpgrade * DAY_MS),
          );
          const shop = getShop();
          await shop.test.setNow(boughtAt);
          const buyer = await shop.customer();
          const payments = isRenewed
            ? [fates.basic, fates.renewal, fates.premium]
            : [fates.basic, fates.premium];
          const isoDay = (date: Date) => date.toISOString().slice(0, 10);
          const steps = [
            buys("basic"),
            ...(isRenewed ? [on(isoDay(renewedAt)), buys("basic")] : []),
            on(isoDay(upgradedAt)),
            buys("premium"),
            ...order.flatMap((nth) => FATES[payments[nth] ?? "kept"]?.steps(nth) ?? []),
          ];
          const intents: string[] = [];
          for (const step of steps) await step(shop, buyer, intents);

          const counts = payments.map((name) => FATES[name]?.counts ?? false);
          const firstEnd = addOneYear(boughtAt);
          const years = [
            { from: boughtAt, to: firstEnd, counts: counts[0] },
            { from: firstEnd, to: addOneYear(firstEnd), counts: isRenewed && counts[1] },
          ].filter((year) => year.counts);
          const daysLeft = years.reduce(
            (days, { from, to }) =>
              days + (to.getTime() - latest(from, upgradedAt).getTime()) / DAY_MS,
            0,
          );
          const premiumEnd =
            addOneYear(upgradedAt).getTime() + Math.floor((daysLeft * 29) / 59) * DAY_MS;
          const isRunning = years[0]?.from === boughtAt;
          const expected = counts.at(-1)
            ? `premium until ${isoDay(new Date(premiumEnd))}`
            : isRunning
              ? `basic until ${isoDay(years.at(-1)?.to ?? firstEnd)}`
              : "none";
          expect(await shop.membership(buyer)).toBe(expected);
        }),
        { numRuns: RUNS, seed: SEED, endOnFailure: true },
      );
    },
    60_000 + RUNS * 2000,
  );
});

function latest(a: Date, b: Date): Date {
  return a > b ? a : b;
}
