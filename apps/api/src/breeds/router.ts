import { countAdsByBreed } from "@studbook/db/queries/ad-counts";
import { breedFacts } from "@studbook/domain/breed-facts";
import { BREEDS } from "@studbook/domain/breeds";
import { BreedEntry } from "@studbook/domain/schemas/lists";
import { NoPayload } from "@studbook/domain/schemas/strict-object";
import { z } from "@studbook/domain/schemas/z";
import { openProcedure, router } from "../trpc.ts";

export const breedsRouter = router({
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
