/** How many ads the search page shows at a time. */
export const SEARCH_PAGE_SIZE = 24;

/** How many of a user's newest payments, and how many of their newest ads, the admin's user list contains. */
export const NEWEST_OF_USER = 100;
