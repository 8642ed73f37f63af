import { DATED_FACTS } from "../../record/dated-facts.ts";
import { z } from "../z.ts";

/** A fact of an ad that is old on the day of the response. */
export const OldFactOfAd = z
  .object({
    adId: z.string().meta({ format: "uuid", description: "The ad's ID" }),
    fact: z.enum(DATED_FACTS).meta({ description: "What is old" }),
    date: z.string().meta({ format: "date", description: "Its date in the ad's record" }),
  })
  .meta({ id: "OldFactOfAd" });

export type OldFactOfAd = z.output<typeof OldFactOfAd>;
