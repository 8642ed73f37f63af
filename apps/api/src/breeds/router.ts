import { countAdsByBreed } from "@studbook/db/queries/ad-counts";
import { listNicknames } from "@studbook/db/queries/breeds";
import { findClubTests } from "@studbook/db/queries/club-tests";
import { breedGroup } from "@studbook/domain/breed-groups";
import { BREEDS } from "@studbook/domain/breeds";
import { requiredAdFields } from "@studbook/domain/schemas/ad-fields";
import { ClubTests } from "@studbook/domain/schemas/club-tests";
import { BreedEntry } from "@studbook/domain/schemas/lists";
import { NoPayload } from "@studbook/domain/schemas/strict-object";
import { z } from "@studbook/domain/schemas/z";
import { toSlug } from "@studbook/domain/slug";
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
      const nicknames = await listNicknames(ctx.db);
      return BREEDS.map((name) => ({
        name,
        slug: toSlug(name),
        group: breedGroup(name),
        nicknames: nicknames.get(name) ?? [],
        count: counts.get(name) ?? 0,
      }));
    }),
});
