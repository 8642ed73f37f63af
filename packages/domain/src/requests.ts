// Not in pages.ts, so that visitors do not load it.

/** The header in which a page sends the username that it shows. */
export const ACTING_USER_HEADER = "x-studbook-user";

/** The URL prefixes that the server handles without the web app. */
export const SERVER_FOLDERS = ["/api", "/trpc", "/photos"] as const;
