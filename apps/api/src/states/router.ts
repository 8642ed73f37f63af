import { countAdsByState } from "@studbook/db/queries/ad-counts";
import { StateEntry } from "@studbook/domain/schemas/lists";
import { NoPayload } from "@studbook/domain/schemas/strict-object";
import { z } from "@studbook/domain/schemas/z";
import { toSlug } from "@studbook/domain/slug";
import { US_STATES } from "@studbook/domain/states";
import { openProcedure, router } from "../trpc.ts";

export const statesRouter = router({
  list: openProcedure
    .input(NoPayload)
    .output(z.array(StateEntry))
    .query(async ({ ctx }) => {
      const counts = await countAdsByState(ctx.db);
      return US_STATES.map(({ code, name }) => ({
        code,
        name,
        slug: toSlug(name),
        count: counts.get(code) ?? 0,
      }));
    }),
});
