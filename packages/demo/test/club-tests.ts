import { readFileSync } from "node:fs";
import { BREEDS } from "@studbook/domain/breeds";
import { HEALTH_TESTS } from "@studbook/domain/record/health-tests";
import { z } from "@studbook/domain/schemas/z";
import type { ClubTestsByBreed } from "../src/add-record.ts";

const Knowledge = z.array(
  z.object({
    name: z.enum(BREEDS),
    tests: z
      .object({
        list: z.array(z.object({ test: z.enum(HEALTH_TESTS), name: z.string().optional() })),
      })
      .optional(),
  }),
);

const file = new URL("../../db/data/breed-knowledge.json", import.meta.url);

/** The lists that a new database has. */
export const CLUB_TESTS: ClubTestsByBreed = new Map(
  Knowledge.parse(JSON.parse(readFileSync(file, "utf8"))).map(({ name, tests }) => [
    name,
    tests?.list ?? [],
  ]),
);
