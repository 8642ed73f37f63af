import type { AppRouterInstance } from "../../router.tsx";
import { CURRENT_USER_KEY, type CurrentUser } from "./current-user.ts";

const CHANNEL = "session";

/** Calls back with who has signed in in another tab, undefined after a sign-out. Returns how to stop. */
export function watchOtherTabs(onChange: (username: string | undefined) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => onChange(typeof data === "string" ? data : undefined);
  return () => channel.close();
}

/** Tells them who has signed in here; undefined after a sign-out. */
export function tellOtherTabs(username: string | undefined): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(username);
  channel.close();
}

/** Takes over who signed in: forgets everything that was loaded before and goes to a path of this site. */
export async function beginSession(
  router: AppRouterInstance,
  user: CurrentUser,
  path: string,
): Promise<void> {
  const { queryClient } = router.options.context.data;
  queryClient.clear();
  queryClient.setQueryData(CURRENT_USER_KEY, user);
  tellOtherTabs(user.username);
  await goTo(router, path);
}

/**
 * Makes the browser a guest again: forgets everything that was loaded and goes to a path of this
 * site, past unsaved changes, which could not be saved any more.
 */
export async function endSession(router: AppRouterInstance, path: string): Promise<void> {
  const { queryClient } = router.options.context.data;
  // The page that is left is still shown while the next one loads, so its answers go afterwards.
  queryClient.setQueryData(CURRENT_USER_KEY, null);
  await goTo(router, path, { ignoreBlocker: true });
  queryClient.clear();
  queryClient.setQueryData(CURRENT_USER_KEY, null);
}

/** Forgets who was signed in and everything that was loaded, and asks again, without leaving the page. */
export async function forgetSession(router: AppRouterInstance): Promise<void> {
  router.options.context.data.queryClient.clear();
  await router.invalidate();
}

/** After the server no longer knew the session: ends it here too, and leads back to this page after a sign-in. */
export function signInAgain(router: AppRouterInstance): Promise<void> {
  return endSession(router, `/login?next=${encodeURIComponent(router.state.location.href)}`);
}

/** Goes to a path of this site, by loading a document where the page needs one of its own. */
export async function goTo(
  router: AppRouterInstance,
  path: string,
  options: { ignoreBlocker?: boolean } = {},
): Promise<void> {
  // The payment pages have a content security policy of their own, which only a document brings.
  if (/^\/(?:checkout|signup\/payment)(?:[?#/]|$)/.test(path)) location.assign(path);
  else if (path === router.state.location.href) await router.invalidate();
  else await router.navigate({ href: path, ...options });
}
