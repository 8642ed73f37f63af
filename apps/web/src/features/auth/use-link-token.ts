import { useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useIsLive } from "../forms/use-is-live.ts";

/**
 * The token of a link from a mail. It is taken out of the address bar at once and kept in the history's
 * state, where a reload finds it. Nothing is done with it before a button is pressed, since programs
 * that look at mails open their links.
 */
export function useLinkToken(token: string | undefined): {
  token: string;
  /** There is none. The server's HTML never says so, since it does not see what was kept. */
  isMissing: boolean;
} {
  const router = useRouter();
  const kept = useRouterState({ select: ({ location }) => location.state.linkToken });
  useEffect(() => {
    if (token === undefined) return;
    const state = { linkToken: token };
    void router.navigate({ to: ".", search: {}, state, replace: true });
  }, [router, token]);
  const isLive = useIsLive();
  const known = token ?? (isLive ? kept : undefined);
  return { token: known ?? "", isMissing: isLive && !known };
}
