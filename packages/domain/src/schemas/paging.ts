import { z } from "./z.ts";

/** The default and the largest number of entries on a page. */
export const DEFAULT_PAGE = 100;
export const LARGEST_PAGE = 200;

const BAD_LIMIT = `Limit must be a whole number from 1 to ${LARGEST_PAGE}`;

/** The input fields of every paged list. */
export const paging = {
  limit: z
    .number({ error: BAD_LIMIT })
    .int(BAD_LIMIT)
    .min(1, BAD_LIMIT)
    .max(LARGEST_PAGE, BAD_LIMIT)
    .default(DEFAULT_PAGE)
    .meta({ description: "How many entries a page has" }),
  cursor: z
    .string({ error: "Cursor must be text" })
    .optional()
    .transform((cursor) => cursor || undefined)
    .meta({ description: "Where to go on, out of the `Link` of the page before" }),
};
