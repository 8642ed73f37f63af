/** The cookie that tells scripts which navigation to show before the page knows who is signed in. Absent for a guest. */
export const VIEWER_HINT_COOKIE = "viewer";

/** Its values. */
export const VIEWER_HINTS = ["member", "admin"] as const;
export type ViewerHint = (typeof VIEWER_HINTS)[number];
