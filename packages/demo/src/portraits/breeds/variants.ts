import type { VariantsByBreed } from "./coat-variant.ts";
import { COMPANION_VARIANTS } from "./companion-variants.ts";
import { HUNTING_VARIANTS } from "./hunting-variants.ts";
import { WORKING_VARIANTS } from "./working-variants.ts";

/** Additional coats of the breeds with many listings. */
export const COAT_VARIANTS: VariantsByBreed = {
  ...HUNTING_VARIANTS,
  ...WORKING_VARIANTS,
  ...COMPANION_VARIANTS,
};
