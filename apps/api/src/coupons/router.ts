import {
  CouponChange,
  CouponEntry,
  CouponPage,
  CouponSearch,
  NewCoupon,
} from "@studbook/domain/schemas/coupon";
import { z } from "@studbook/domain/schemas/z";
import { adminProcedure } from "../trpc.ts";
import { changeCoupon } from "./change-coupon.ts";
import { getCoupon, listCouponEntries } from "./coupon-entries.ts";
import { createCoupon } from "./create-coupon.ts";

const CouponId = z.looseObject(
  { id: z.string("Give the id of a coupon") },
  "Give the id of a coupon",
);

/** The procedures of the admin router for coupons. */
export const couponProcedures = {
  coupons: adminProcedure
    .input(CouponSearch.prefault({}))
    .output(CouponPage)
    .query(({ ctx, input }) => listCouponEntries(ctx.db, input)),

  createCoupon: adminProcedure
    .input(NewCoupon)
    .output(CouponEntry)
    .mutation(({ ctx, input }) => createCoupon(ctx, input)),

  changeCoupon: adminProcedure
    .input(CouponId)
    // A 404 comes before what is wrong with the rest of the input.
    .use(async ({ ctx, input, next }) => {
      await getCoupon(ctx.db, input.id);
      return next();
    })
    .input(CouponChange)
    .output(CouponEntry)
    .mutation(({ ctx, input }) => changeCoupon(ctx, input)),
};
