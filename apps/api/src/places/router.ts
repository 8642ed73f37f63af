import { findZip } from "@studbook/db/queries/zips";
import { z } from "@studbook/domain/schemas/z";
import { STATE_CODES } from "@studbook/domain/states";
import { router, userProcedure } from "../trpc.ts";

export const placesRouter = router({
  /** The state and city of a ZIP code; null if it is unknown. */
  find: userProcedure
    .input(z.object({ zip: z.string("ZIP code must be text") }))
    .output(z.object({ state: z.enum(STATE_CODES), city: z.string() }).nullable())
    .query(async ({ ctx, input }) => (await findZip(ctx.db, input.zip)) ?? null),
});
