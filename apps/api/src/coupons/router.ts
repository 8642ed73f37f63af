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

const CouponId = z.object({ id: z.string("Coupon ID is required") }, "Coupon ID is required");

/** The admin router's procedures for coupons. */
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
    // A missing coupon is a 404 even if the rest of the input is invalid.
    .use(async ({ ctx, input, next }) => {
      await getCoupon(ctx.db, input.id);
      return next();
    })
    .input(CouponChange)
    .output(CouponEntry)
    .mutation(({ ctx, input }) => changeCoupon(ctx, input)),
};
