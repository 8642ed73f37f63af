import { initTRPC } from "@trpc/server";
import type { Context } from "./context.ts";
import { describeError, toTrpcError } from "./errors.ts";

const t = initTRPC.context<Context>().create({
  isDev: false,
  errorFormatter({ shape, error }) {
    const { status, code, message, issues } = describeError(error);
    return { ...shape, message, data: { code, httpStatus: status, ...(issues && { issues }) } };
  },
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** A procedure that anyone may call; whatever it throws leaves through the one error mapper. */
export const publicProcedure = t.procedure.use(async ({ next }) => {
  const result = await next();
  if (result.ok) return result;
  throw toTrpcError(result.error);
});
