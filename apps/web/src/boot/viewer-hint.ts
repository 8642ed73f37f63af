import { VIEWER_HINT_COOKIE, VIEWER_HINTS } from "@studbook/domain/viewer-hint";
import { readCookie } from "./cookie.ts";

/**
 * Sets who seems to be signed in as the root's `data-viewer`, by which the styles choose the navigation of a document for
 * everyone until `auth.me` has answered.
 */
export function applyViewerHint(): void {
  const { dataset } = document.documentElement;
  const stored = readCookie(VIEWER_HINT_COOKIE);
  const hint = VIEWER_HINTS.find((one) => one === stored);
  if (hint) dataset.viewer = hint;
  else delete dataset.viewer;
}
