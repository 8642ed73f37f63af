import type Stripe from "stripe";
import { z } from "zod";
import { invalidRequest } from "./api-error.ts";
import { wholeNumber } from "./read-params.ts";

const range = z.strictObject({
  gt: wholeNumber.optional(),
  gte: wholeNumber.optional(),
  lt: wholeNumber.optional(),
  lte: wholeNumber.optional(),
});

/** Parameters that all lists share. */
export const LIST_PARAMS = {
  limit: wholeNumber.pipe(z.number().min(1).max(100)).optional(),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  created: z.union([wholeNumber, range]).optional(),
};

const ListParams = z.object(LIST_PARAMS);
type Listed = { id: string; created: number };

/** Returns one page of `all`, which is sorted newest first. @throws ApiError 400 if the cursor is unknown. */
export function listPage<T extends Listed>(
  all: IteratorObject<T>,
  params: z.output<typeof ListParams>,
  url: string,
): Stripe.ApiList<T> {
  const { limit = 10, starting_after: after, ending_before: before, created } = params;
  const found = all.filter((object) => isWithin(object.created, created));
  if (after !== undefined) takeUntil(found, after, "starting_after");
  if (before !== undefined) {
    const newer = takeUntil(found, before, "ending_before");
    const data = newer.slice(-limit);
    return { object: "list", data, has_more: newer.length > data.length, url };
  }
  const data = found.take(limit + 1).toArray();
  return { object: "list", data: data.slice(0, limit), has_more: data.length > limit, url };
}

function takeUntil<T extends Listed>(all: IteratorObject<T>, id: string, param: string): T[] {
  const taken: T[] = [];
  for (let next = all.next(); !next.done; next = all.next()) {
    if (next.value.id === id) return taken;
    taken.push(next.value);
  }
  throw invalidRequest(`No such object: '${id}'`, { code: "resource_missing", param });
}

function isWithin(created: number, filter: z.output<typeof LIST_PARAMS.created>): boolean {
  if (filter === undefined) return true;
  if (typeof filter === "number") return created === filter;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = filter;
  return created > gt && created >= gte && created < lt && created <= lte;
}
