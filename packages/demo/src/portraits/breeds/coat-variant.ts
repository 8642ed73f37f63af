import type { Breed } from "@studbook/domain/breeds";
import type { BreedPortrait } from "../breed-portrait.ts";

/** A color variant of a breed. Its colors are merged with the breed's, its markings replace them. */
type CoatVariant = Pick<BreedPortrait, "seed" | "scene" | "background" | "colors"> &
  Partial<Pick<BreedPortrait, "markings" | "turn">>;

export type VariantsByBreed = Readonly<Partial<Record<Breed, readonly CoatVariant[]>>>;
