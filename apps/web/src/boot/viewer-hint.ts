import { VIEWER_HINT_COOKIE } from "@studbook/domain/viewer-hint";
import { readCookie } from "./cookie.ts";

/**
 * Sets who seems to be signed in as the root's `data-viewer`, by which the styles choose the navigation of a document for
 * everyone until `auth.me` has answered.
 */
export function applyViewerHint(): void {
  document.documentElement.dataset.viewer = readCookie(VIEWER_HINT_COOKIE) ?? "guest";
}
