import { countAdsByBreed } from "@studbook/db/queries/ad-counts";
import { findClubTests } from "@studbook/db/queries/club-tests";
import { breedFacts } from "@studbook/domain/breed-facts";
import { BREEDS } from "@studbook/domain/breeds";
import { requiredAdFields } from "@studbook/domain/schemas/ad-fields";
import { ClubTests } from "@studbook/domain/schemas/club-tests";
import { BreedEntry } from "@studbook/domain/schemas/lists";
import { NoPayload } from "@studbook/domain/schemas/strict-object";
import { z } from "@studbook/domain/schemas/z";
import { openProcedure, router } from "../trpc.ts";

export const breedsRouter = router({
  /** The health tests that the parent club lists; null without a list. */
  clubTests: openProcedure
    .input(z.object({ breed: requiredAdFields.breed }))
    .output(ClubTests.nullable())
    .query(async ({ ctx, input }) => (await findClubTests(ctx.db, input.breed)) ?? null),

  list: openProcedure
    .input(NoPayload)
    .output(z.array(BreedEntry))
    .query(async ({ ctx }) => {
      const counts = await countAdsByBreed(ctx.db);
      return BREEDS.map((name) => {
        const { slug, group, nicknames } = breedFacts(name);
        return { name, slug, group, nicknames: [...nicknames], count: counts.get(name) ?? 0 };
      });
    }),
});
