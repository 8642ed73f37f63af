import { listAdminUsers } from "@studbook/db/queries/admin-users";
import { getStats, listMonths } from "@studbook/db/queries/totals";
import type { User } from "@studbook/db/queries/users";
import { encodeCursor } from "@studbook/domain/cursor";
import {
  AdHiding,
  AdminStats,
  AdminUserPage,
  AdminUserSearch,
  ErasedUser,
  MonthFigures,
  MonthsRequest,
  ToggledUser,
  UserActivation,
} from "@studbook/domain/schemas/admin";
import { AuditPage, AuditSearch } from "@studbook/domain/schemas/audit";
import { strictObject } from "@studbook/domain/schemas/strict-object";
import { z } from "@studbook/domain/schemas/z";
import { listAudit } from "../audit/list-audit.ts";
import { couponProcedures } from "../coupons/router.ts";
import { getCursor } from "../cursor.ts";
import { adminProcedure, Done, router } from "../trpc.ts";
import { checkMayErase, eraseUser } from "./erase-user.ts";
import { getHideableAd, hideAd, restoreAd } from "./hide-ad.ts";
import { getTarget } from "./operator.ts";
import { checkMayDeactivate, setActive } from "./set-active.ts";

// Checks only the ID first, so that errors 404 and 403 come before validation errors of other fields.
const byId = (message: string) => z.object({ id: z.string(message) }, message);

const memberProcedure = (check: (user: User) => void) =>
  adminProcedure.input(byId("User ID is required")).use(async ({ ctx, input, next }) => {
    check(await getTarget(ctx.db, input.id));
    return next();
  });

const adProcedure = adminProcedure
  .input(byId("Ad ID is required"))
  .use(async ({ ctx, input, next }) => {
    await getHideableAd(ctx.db, input.id);
    return next();
  });

export const adminRouter = router({
  stats: adminProcedure.output(AdminStats).query(({ ctx }) => getStats(ctx.db)),

  months: adminProcedure
    .input(MonthsRequest.prefault({}))
    .output(z.array(MonthFigures))
    .query(({ ctx, input }) => listMonths(ctx.db, input.months)),

  users: adminProcedure
    .input(AdminUserSearch.prefault({}))
    .output(AdminUserPage)
    .query(async ({ ctx, input }) => {
      const { limit, cursor, ...filters } = input;
      const page = { limit, after: getCursor(cursor) };
      const { items, total, next } = await listAdminUsers(ctx.db, filters, page);
      return { items, total, nextCursor: next ? encodeCursor(next) : null };
    }),

  toggleActive: memberProcedure(checkMayDeactivate)
    .input(strictObject({ id: z.string() }))
    .output(ToggledUser)
    .mutation(({ ctx, input }) => setActive(ctx, input.id)),

  setActive: memberProcedure(checkMayDeactivate)
    .input(UserActivation)
    .output(ToggledUser)
    .mutation(({ ctx, input }) => setActive(ctx, input.id, input.isActive)),

  eraseUser: memberProcedure(checkMayErase)
    .input(strictObject({ id: z.string() }))
    .output(ErasedUser)
    .mutation(({ ctx, input }) => eraseUser(ctx, input.id)),

  hideAd: adProcedure
    .input(AdHiding)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await hideAd(ctx, input.id, input.reason);
      return { ok: true };
    }),

  restoreAd: adProcedure
    .input(strictObject({ id: z.string() }))
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await restoreAd(ctx, input.id);
      return { ok: true };
    }),

  ...couponProcedures,

  audit: adminProcedure
    .input(AuditSearch.prefault({}))
    .output(AuditPage)
    .query(({ ctx, input }) => listAudit(ctx.db, input)),
});
