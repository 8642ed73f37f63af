import { HEALTH_TESTS } from "../record/health-tests.ts";
import { z } from "./z.ts";

/** The health tests that a breed's parent club lists, and where and when the list was looked up. */
export const ClubTests = z
  .object({
    club: z.string().meta({ description: "The parent club" }),
    sourceUrl: z.string().meta({ description: "The page with the list" }),
    sourceTitle: z.string().meta({ description: "Its title" }),
    readOn: z.string().meta({ format: "date", description: "The day on which it was looked up" }),
    tests: z
      .array(
        z.object({
          test: z.enum(HEALTH_TESTS).meta({ description: "What is tested" }),
          name: z.string().optional().meta({ description: "Which test it is" }),
        }),
      )
      .meta({ description: "The tests, in the order of the list" }),
  })
  .meta({ id: "ClubTests" });

export type ClubTests = z.output<typeof ClubTests>;
