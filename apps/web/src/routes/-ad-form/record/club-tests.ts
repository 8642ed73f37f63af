import type { Breed } from "@studbook/domain/breeds";
import { apiQuery, type Data } from "../../../trpc.ts";

/** The health tests that the parent club of a breed lists; null if no list is known. */
export function clubTestsOf(data: Data, breed: Breed) {
  return apiQuery(data, "breeds.clubTests", { breed });
}
