import type { VariantsByBreed } from "./coat-variant.ts";
import { COMPANION_VARIANTS } from "./companion-variants.ts";
import { HUNTING_VARIANTS } from "./hunting-variants.ts";
import { WORKING_VARIANTS } from "./working-variants.ts";

/** Further coats of the breeds of which many dogs are listed. */
export const COAT_VARIANTS: VariantsByBreed = {
  ...HUNTING_VARIANTS,
  ...WORKING_VARIANTS,
  ...COMPANION_VARIANTS,
};
