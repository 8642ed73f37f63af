import { pageAddress } from "@studbook/domain/page-address";
import { PAYMENT_PAGES } from "@studbook/domain/payment-pages";
import type { RegisteredRouter } from "@tanstack/react-router";
import { removeDrafts } from "../forms/drafts.ts";
import { CURRENT_USER_KEY, type CurrentUser } from "./current-user.ts";

const CHANNEL = "session";
const PAYMENT_PAGE = new RegExp(`^(?:${PAYMENT_PAGES.join("|")})(?:[?#/]|$)`);

type TabChange = {
  /** The user who has signed in; undefined if the session has ended. */
  username: string | undefined;
  /** Whether the session has ended because the user has signed out. */
  isSignOut: boolean;
};

/** Calls `onChange` when a user signs in or a session ends in another tab. Returns a function that stops watching. */
export function watchOtherTabs(onChange: (change: TabChange) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) =>
    onChange({ username: typeof data === "string" ? data : undefined, isSignOut: data === null });
  return () => channel.close();
}

/** Notifies other tabs of the user who signed in here, of the end of a session if undefined, or of a sign-out if null. */
export function notifyOtherTabs(username: string | null | undefined): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(username);
  channel.close();
}

/** Starts the session of a user in this tab: clears the cache and goes to a path of this site. */
export async function startSession(
  router: RegisteredRouter,
  user: CurrentUser,
  path: string,
): Promise<void> {
  // The next page asks for the user again (specification, section 7), because there is a session now.
  delete document.documentElement.dataset.viewer;
  router.options.context.data.queryClient.clear();
  notifyOtherTabs(user.username);
  await goTo(router, path);
}

/**
 * Ends the session in this tab: clears the cache and goes to a path of this site. It does not ask about unsaved
 * changes, because they can no longer be saved.
 */
export async function endSession(router: RegisteredRouter, path: string): Promise<void> {
  const { queryClient } = router.options.context.data;
  // The current page is shown until the next one has loaded, so the cache is cleared afterwards.
  queryClient.setQueryData(CURRENT_USER_KEY, null);
  await goTo(router, path, { ignoreBlocker: true });
  queryClient.clear();
  queryClient.setQueryData(CURRENT_USER_KEY, null);
}

/** Goes to the home page after the user has signed out or closed the account here, and removes the user's drafts. */
export async function finishSession(router: RegisteredRouter): Promise<void> {
  const { queryClient } = router.options.context.data;
  const user = queryClient.getQueryData<CurrentUser | null>(CURRENT_USER_KEY);
  if (user) removeDrafts(user.username);
  notifyOtherTabs(null);
  await endSession(router, "/");
}

/** Clears the cache and loads the current page again, without a session. */
export async function forgetSession(router: RegisteredRouter): Promise<void> {
  router.options.context.data.queryClient.clear();
  await router.invalidate();
}

/** Ends a session that the server no longer knows. A sign-in leads back to this page. */
export function signInAgain(router: RegisteredRouter): Promise<void> {
  return endSession(router, pageAddress("/login", { next: router.state.location.href }));
}

/** Goes to a path of this site. Payment pages are loaded as new documents. */
export async function goTo(
  router: RegisteredRouter,
  path: string,
  options: { ignoreBlocker?: boolean } = {},
): Promise<void> {
  // They have a different content security policy, which applies to a whole document.
  if (PAYMENT_PAGE.test(path)) location.assign(path);
  else if (path === router.state.location.href) await router.invalidate();
  else await router.navigate({ href: path, ...options });
}
