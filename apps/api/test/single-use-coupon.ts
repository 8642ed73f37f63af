import { createCoupon } from "@studbook/db/test/factories";
import { type Customer, intentIdOf, type Shop } from "./payment-shop.ts";

type Reservation = { code: string; couponId: string; buyer: Customer; intentId: string };

/** Creates a coupon for a single use and has a buyer reserve it. */
export async function reserveSingleUseCoupon(shop: Shop): Promise<Reservation> {
  const { id, code } = await createCoupon(shop.db, { maxRedemptions: 1 });
  const buyer = await shop.customer();
  const intentId = intentIdOf(await shop.createIntent(buyer, "basic", code));
  return { code, couponId: id, buyer, intentId };
}
