import { describe, expect, it } from "vitest";
import { type InitialMembership, useShop } from "../../test/payment-shop.ts";
import {
  buys,
  day,
  disputes,
  has,
  isRefused,
  memberUntil,
  on,
  reconciles,
  refunds,
  type Step,
  sendEvents,
} from "../../test/payment-steps.ts";

const getShop = useShop();

type Case = [name: string, membership: InitialMembership, ads: number, steps: Step[]];

const CASES: Case[] = [
  ["a first year", null, 0, [buys("basic"), has("basic until 2027-11-21")]],
  [
    "a first year that starts on Feb 29",
    null,
    0,
    [on("2028-02-29"), buys("premium"), has("premium until 2029-02-28")],
  ],
  [
    "a renewal 60 days before the expiry",
    memberUntil("basic", "2027-01-20"),
    1,
    [buys("basic"), has("basic until 2028-01-20")],
  ],
  [
    "a renewal on the last day",
    memberUntil("premium", "2026-11-22"),
    3,
    [buys("premium"), has("premium until 2027-11-22")],
  ],
  [
    "a renewal that is too early",
    memberUntil("basic", "2027-01-21"),
    0,
    [
      isRefused(
        "basic",
        "Your Basic membership is active until Jan 21, 2027. You can renew it starting Nov 22, 2026.",
      ),
      has("basic until 2027-01-21"),
    ],
  ],
  [
    "an upgrade of a granted membership, which starts today and carries 314 days over as 154",
    memberUntil("basic", "2027-10-01"),
    1,
    [
      buys("premium"),
      has("premium until 2028-04-23"),
      refunds(0),
      has("basic until 2027-10-01"),
      buys("premium"),
      has("premium until 2028-04-23"),
    ],
  ],
  [
    "a downgrade while Premium is active",
    memberUntil("premium", "2027-03-01"),
    0,
    [
      isRefused(
        "basic",
        "Your Premium membership is active until Mar 1, 2027. You can choose Basic after it expires.",
      ),
    ],
  ],
  [
    "a downgrade at the instant of expiry",
    memberUntil("premium", "2026-11-21"),
    1,
    [buys("basic"), has("basic until 2027-11-21")],
  ],
  [
    "Basic for an expired member with one ad",
    memberUntil("basic", "2026-01-01"),
    1,
    [buys("basic"), has("basic until 2027-11-21")],
  ],
  [
    "Basic and Premium for an expired member with three ads",
    memberUntil("premium", "2026-01-01"),
    3,
    [
      isRefused("basic", "Basic allows 1 listing and you have 3. Delete 2 or choose Premium."),
      buys("premium"),
      has("premium until 2027-11-21"),
    ],
  ],
  [
    "a full refund of the only year",
    null,
    0,
    [buys("basic"), refunds(0), has("none"), buys("basic"), has("basic until 2027-11-21")],
  ],
  [
    "a partial refund, then the rest",
    null,
    0,
    [buys("basic"), refunds(0, 1000), has("basic until 2027-11-21"), refunds(0), has("none")],
  ],
  [
    "a refund of a renewal, which leaves the first year",
    null,
    0,
    [
      buys("basic"),
      on("2027-11-01"),
      buys("basic"),
      has("basic until 2028-11-21"),
      refunds(1),
      has("basic until 2027-11-21"),
      buys("basic"),
      has("basic until 2028-11-21"),
    ],
  ],
  [
    "a refund of the renewal of a granted membership",
    memberUntil("basic", "2027-01-01"),
    0,
    [
      buys("basic"),
      has("basic until 2028-01-01"),
      refunds(0),
      has("basic until 2027-01-01"),
      buys("basic"),
      has("basic until 2028-01-01"),
    ],
  ],
  [
    "a refund of an upgrade, after which Basic is as it was before",
    null,
    0,
    [
      buys("basic"),
      on("2027-03-01"),
      buys("premium"),
      has("premium until 2028-07-09"),
      on("2027-03-05"),
      refunds(1),
      has("basic until 2027-11-21"),
      buys("premium"),
      has("premium until 2028-07-11"),
    ],
  ],
  [
    "a dispute of an upgrade, during which Basic counts",
    null,
    0,
    [
      buys("basic"),
      on("2027-03-01"),
      buys("premium"),
      disputes(1),
      has("basic until 2027-11-21"),
      on("2027-04-01"),
      disputes(1, "won"),
      has("premium until 2028-07-09"),
      refunds(0),
      has("premium until 2028-03-01"),
    ],
  ],
  [
    "a refund of the first of two Basic years, of which the second has not begun",
    null,
    0,
    [
      buys("basic"),
      on("2027-11-01"),
      buys("basic"),
      refunds(0),
      has("none"),
      on("2027-11-21"),
      reconciles,
      has("basic until 2028-11-21"),
    ],
  ],
  [
    "a lost dispute",
    null,
    0,
    [buys("premium"), disputes(0), has("none"), disputes(0, "lost"), has("none")],
  ],
  [
    "a dispute that is won",
    null,
    0,
    [
      buys("premium"),
      disputes(0),
      has("none"),
      on("2026-12-24"),
      disputes(0, "won"),
      has("premium until 2027-11-21"),
    ],
  ],
  [
    "a dispute of Basic that is won after Premium was bought",
    null,
    0,
    [
      buys("basic"),
      disputes(0),
      buys("premium"),
      has("premium until 2027-11-21"),
      disputes(0, "won"),
      has("premium until 2028-05-18"),
      refunds(1),
      has("basic until 2027-11-21"),
    ],
  ],
  [
    "a dispute of a renewal",
    null,
    0,
    [
      buys("premium"),
      on("2027-11-20"),
      buys("premium"),
      disputes(1),
      has("premium until 2027-11-21"),
      on("2027-11-30"),
      disputes(1, "won"),
      has("premium until 2028-11-21"),
    ],
  ],
];

describe("membership after purchases, refunds and disputes", () => {
  it.each(CASES)("%s", async (_name, membership, ads, steps) => {
    const shop = getShop();
    await shop.test.setNow(day("2026-11-21"));
    const buyer = await shop.customer(membership, ads);
    const intents: string[] = [];
    for (const step of steps) await step(shop, buyer, intents);
  });

  it("lists an expired member's ads again as soon as they renew, and hides them after a refund", async () => {
    const shop = getShop();
    await shop.test.setNow(day("2026-11-21"));
    const buyer = await shop.customer(memberUntil("basic", "2026-01-01"), 1);
    const listed = async () => {
      const ads = await shop.app.inject("/api/ads");
      return Number(ads.headers["x-total-count"]);
    };
    const before = await listed();
    const intentId = await shop.buy(buyer, "basic");
    expect(await listed()).toBe(before + 1);
    await shop.stripe.refunds.create({ payment_intent: intentId });
    await sendEvents(shop, intentId);
    expect(await listed()).toBe(before);
  });
});
