import { BREED_GROUPS } from "../breed-groups.ts";
import { BREEDS } from "../breeds.ts";
import { STATE_CODES } from "../states.ts";
import { z } from "./z.ts";

const count = z.number().int().meta({ description: "The exact number of its public ads" });

/** A breed with the number of its public ads. */
export const BreedEntry = z
  .object({
    name: z.enum(BREEDS).meta({ description: "The value of `breed` in ads and searches" }),
    slug: z.string().meta({ description: "The name in URLs: lower case, with hyphens" }),
    group: z
      .enum(BREED_GROUPS)
      .nullable()
      .meta({ description: "The group of the American Kennel Club; null for Other" }),
    nicknames: z
      .array(z.string())
      .meta({ description: "Common other names. Several breeds may share one." }),
    count,
  })
  .meta({ id: "BreedEntry" });

export type BreedEntry = z.output<typeof BreedEntry>;

/** A state with the number of its public ads. */
export const StateEntry = z
  .object({
    code: z.enum(STATE_CODES).meta({ description: "The value of `state` in ads and searches" }),
    name: z.string().meta({ description: "The full name" }),
    slug: z.string().meta({ description: "The name in URLs: lower case, with hyphens" }),
    count,
  })
  .meta({ id: "StateEntry" });

export type StateEntry = z.output<typeof StateEntry>;
