/** How many ads the search page shows at a time. */
export const SEARCH_PAGE_SIZE = 24;

/** The default and the maximum number of entries per page of the API's lists. */
export const DEFAULT_PAGE_SIZE = 100;
export const MAX_PAGE_SIZE = 200;

/** The highest number of pages of a list that its address can open. */
export const MAX_OPEN_PAGES = 100;

/** How many of a user's newest payments, and how many of their newest ads, the admin's user list contains. */
export const NEWEST_OF_USER = 100;
