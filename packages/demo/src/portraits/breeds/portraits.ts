import type { Breed } from "@studbook/domain/breeds";
import type { BreedPortrait } from "../breed-portrait.ts";
import { BULL_TERRIERS } from "./bull-terriers.ts";
import { CATTLE_DOGS } from "./cattle-dogs.ts";
import { COLLIES } from "./collies.ts";
import { COMPANIONS } from "./companions.ts";
import { GUARDIANS } from "./guardians.ts";
import { HOUNDS } from "./hounds.ts";
import { LONG_HAIRED_TOYS } from "./long-haired-toys.ts";
import { MOUNTAIN } from "./mountain.ts";
import { NON_SPORTING } from "./non-sporting.ts";
import { SPANIELS } from "./spaniels.ts";
import { SPORTING } from "./sporting.ts";
import { TERRIERS } from "./terriers.ts";
import { TOYS } from "./toys.ts";

/** The portraits of all breeds. */
export const PORTRAITS: Readonly<Record<Breed, BreedPortrait>> = {
  ...SPORTING,
  ...SPANIELS,
  ...HOUNDS,
  ...MOUNTAIN,
  ...GUARDIANS,
  ...TERRIERS,
  ...BULL_TERRIERS,
  ...LONG_HAIRED_TOYS,
  ...TOYS,
  ...COMPANIONS,
  ...NON_SPORTING,
  ...COLLIES,
  ...CATTLE_DOGS,
};
