import { useQueryClient } from "@tanstack/react-query";
import { Outlet, useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { findErrorCode } from "../../error-code.ts";
import { SessionEnded } from "../../use-mutation.ts";
import { removeDrafts } from "../forms/drafts.ts";
import { prepareToasts } from "../toasts/show-toast.ts";
import { CURRENT_USER_KEY, type CurrentUser } from "./current-user.ts";
import { signInAgain, watchOtherTabs } from "./session.ts";

/** The layout route of the pages of signed-in users. */
export function MemberLayout() {
  return (
    <MemberScope>
      <Outlet />
    </MemberScope>
  );
}

/** For pages of signed-in users: goes to /login when the session ends, and reloads when another user signs in. */
export function MemberScope({ children }: { children: ReactNode }) {
  const router = useRouter();
  const leave = () => void signInAgain(router);
  useEndedSession(leave);
  useOtherTabs();
  // Loaded early, so that a failure can be shown when the server is down.
  useEffect(() => void prepareToasts().catch(() => undefined), []);
  return <SessionEnded value={leave}>{children}</SessionEnded>;
}

/** Reloads the page when another user signs in, or this one signs out, in another tab. */
function useOtherTabs() {
  const { data } = useRouter().options.context;
  useEffect(() => {
    // Loaded early too. The client sends the server the user that this page belongs to.
    void data.getClient().catch(() => undefined);
    return watchOtherTabs(({ username, isSignOut }) => {
      const shown = data.queryClient.getQueryData<CurrentUser>(CURRENT_USER_KEY)?.username;
      if (shown === undefined || shown === username) return;
      // A form of this page would save its draft again.
      if (isSignOut) removeDrafts(shown);
      location.reload();
    });
  }, [data]);
}

/** Calls back when the server refuses a read because the session has ended. */
function useEndedSession(onEnded: () => void) {
  const queryClient = useQueryClient();
  const leave = useEffectEvent(onEnded);
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe(({ type, query: { state } }) => {
        const hasFailed = type === "updated" && state.status === "error";
        if (hasFailed && findErrorCode(state.error) === "NOT_SIGNED_IN") leave();
      }),
    [queryClient],
  );
}
