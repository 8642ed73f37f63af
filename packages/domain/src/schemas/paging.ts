import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "../page-sizes.ts";
import { z } from "./z.ts";

const BAD_LIMIT = `Limit must be a whole number from 1 to ${MAX_PAGE_SIZE}`;

/** The input fields of every paged list. */
export const paging = {
  limit: z
    .number({ error: BAD_LIMIT })
    .int(BAD_LIMIT)
    .min(1, BAD_LIMIT)
    .max(MAX_PAGE_SIZE, BAD_LIMIT)
    .default(DEFAULT_PAGE_SIZE)
    .meta({ description: "Number of entries per page" }),
  cursor: z
    .string({ error: "Cursor must be text" })
    .optional()
    .transform((cursor) => cursor || undefined)
    .meta({
      description:
        "Where the page begins: from the previous page's `Link` header or, with the client, its `nextCursor`",
    }),
};
