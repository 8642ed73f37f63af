import { isDatabaseTrouble } from "@studbook/db/errors";
import { z } from "@studbook/domain/schemas/z";
import { initTRPC } from "@trpc/server";
import { releaseCountedAttempts } from "./auth/attempt-limits.ts";
import { getAdmin, getViewer, type Viewer } from "./auth/viewer.ts";
import type { Context } from "./context.ts";
import { describeError, toTrpcError } from "./errors.ts";
import { procedures } from "./metrics/metrics.ts";

/** Who can call a procedure or REST path. */
export const WHO = ["anyone", "member", "admin"] as const;

export type Who = (typeof WHO)[number];

const t = initTRPC
  .context<Context>()
  .meta<{ who: Who; isOpen?: true }>()
  .create({
    isDev: false,
    errorFormatter({ shape, error }) {
      const { status, code, message, issues } = describeError(error);
      return { ...shape, message, data: { code, httpStatus: status, ...(issues && { issues }) } };
    },
  });

export const router = t.router;

/** The context of a procedure that only a signed-in user can call. */
export type UserContext = Context & { viewer: Viewer };

/** The result of a call that returns only its success. */
export const Done = z.object({
  ok: z.literal(true).meta({ description: "Always true; a failure is an error" }),
});

/**
 * A procedure that anyone can call. Everything it throws goes through `describeError`. The calls of a batch run one after
 * another, each in its own slot, so that a batch delays others no more than the same number of single calls.
 */
export const publicProcedure = t.procedure.meta({ who: "anyone" }).use(({ ctx, next, path }) =>
  ctx.runInOrder(async () => {
    await ctx.acquireSlot().catch((error: unknown) => {
      throw toTrpcError(error);
    });
    const startedAt = performance.now();
    const countedAttempts: string[] = [];
    const result = await next({ ctx: { ...ctx, countedAttempts } });
    if (!result.ok && isDatabaseTrouble(result.error.cause)) {
      await releaseCountedAttempts(ctx.db, countedAttempts).catch((error: unknown) => {
        throw toTrpcError(error);
      });
    }
    const outcome = result.ok ? "ok" : describeError(result.error).code;
    procedures.observe({ procedure: path, outcome }, (performance.now() - startedAt) / 1000);
    if (result.ok) return result;
    throw toTrpcError(result.error);
  }),
);

/**
 * A read that pages of any origin may call. A response that depends on the caller must call `ctx.closeToOtherOrigins`.
 */
export const openProcedure = publicProcedure
  .meta({ who: "anyone", isOpen: true })
  .use(({ ctx, next }) => next({ ctx: { ...ctx, db: ctx.publicDb } }));

/** A procedure for signed-in users. Others get a 401 before their input is checked. */
export const userProcedure = publicProcedure
  .meta({ who: "member" })
  .use(({ ctx, next }) => next({ ctx: { ...ctx, viewer: getViewer(ctx) } }));

/** A procedure for admins. Others get a 401 or 403 before their input is checked. */
export const adminProcedure = publicProcedure
  .meta({ who: "admin" })
  .use(({ ctx, next }) => next({ ctx: { ...ctx, viewer: getAdmin(ctx) } }));
