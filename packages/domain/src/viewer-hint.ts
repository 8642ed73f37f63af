/** The cookie that tells scripts which navigation to show before the page knows who is signed in. Absent for a guest without a session cookie. */
export const VIEWER_HINT_COOKIE = "viewer";

/** `guest` if the session of the browser's cookie has ended. */
export type ViewerHint = "member" | "admin" | "guest";
