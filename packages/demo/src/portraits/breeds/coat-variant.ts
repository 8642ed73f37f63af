import type { Breed } from "@studbook/domain/breeds";
import type { BreedPortrait } from "../breed-portrait.ts";

/** Another dog of a breed: its colours add to the usual ones, its markings take their place. */
type CoatVariant = Pick<BreedPortrait, "seed" | "scene" | "background" | "colours"> &
  Partial<Pick<BreedPortrait, "markings" | "turn">>;

export type VariantsByBreed = Readonly<Partial<Record<Breed, readonly CoatVariant[]>>>;
