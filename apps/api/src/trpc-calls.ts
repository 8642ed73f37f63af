/** How many calls fit in one request to /trpc. */
export const MAX_CALLS = 10;
