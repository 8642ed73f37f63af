/** The cookie that tells scripts which navigation to show before the page knows who is signed in. Absent for a guest. */
export const VIEWER_HINT_COOKIE = "viewer";

export type ViewerHint = "member" | "admin";
