import { z } from "./z.ts";

const BAD_LIMIT = "Limit must be a whole number from 1 to 200";

/** The input fields of every list that is paged: how many to a page, and after which cursor. */
export const paging = {
  limit: z
    .number({ error: BAD_LIMIT })
    .int(BAD_LIMIT)
    .min(1, BAD_LIMIT)
    .max(200, BAD_LIMIT)
    .default(100)
    .meta({ description: "How many entries a page has" }),
  cursor: z
    .string({ error: "Cursor must be text" })
    .optional()
    .transform((cursor) => cursor || undefined)
    .meta({ description: "Where to go on, out of the `Link` of the page before" }),
};
