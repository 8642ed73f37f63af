import { z } from "@studbook/domain/schemas/z";
import { initTRPC } from "@trpc/server";
import { getAdmin, getViewer, type Viewer } from "./auth/viewer.ts";
import type { Context } from "./context.ts";
import { describeError, toTrpcError } from "./errors.ts";
import { procedures } from "./metrics/metrics.ts";

/** Who may call a procedure or REST path. */
export const WHO = ["anyone", "member", "admin"] as const;

export type Who = (typeof WHO)[number];

const t = initTRPC
  .context<Context>()
  .meta<{ who: Who }>()
  .create({
    isDev: false,
    errorFormatter({ shape, error }) {
      const { status, code, message, issues } = describeError(error);
      return { ...shape, message, data: { code, httpStatus: status, ...(issues && { issues }) } };
    },
  });

export const router = t.router;

/** The context of a procedure that only a signed-in user may call. */
export type UserContext = Context & { viewer: Viewer };

/** The answer of a call that has nothing to tell but that it was done. */
export const Done = z.object({ ok: z.literal(true) });

/**
 * A procedure that anyone may call; whatever it throws leaves through the one error mapper. The calls of a batch run one
 * after the other, each in a turn of its own, so that it costs others no more than as many single calls.
 */
export const publicProcedure = t.procedure.meta({ who: "anyone" }).use(({ ctx, next, path }) =>
  ctx.inOrder(async () => {
    await ctx.takeTurn().catch((error: unknown) => {
      throw toTrpcError(error);
    });
    const startedAt = performance.now();
    const result = await next();
    const outcome = result.ok ? "ok" : describeError(result.error).code;
    procedures.observe({ procedure: path, outcome }, (performance.now() - startedAt) / 1000);
    if (result.ok) return result;
    throw toTrpcError(result.error);
  }),
);

/** A procedure for signed-in users: others get a 401 before their input is looked at. */
export const userProcedure = publicProcedure
  .meta({ who: "member" })
  .use(({ ctx, next }) => next({ ctx: { ...ctx, viewer: getViewer(ctx) } }));

/** A procedure for admins: others get a 401 or 403 before their input is looked at. */
export const adminProcedure = publicProcedure
  .meta({ who: "admin" })
  .use(({ ctx, next }) => next({ ctx: { ...ctx, viewer: getAdmin(ctx) } }));
