import { useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useIsHydrated } from "../forms/use-is-hydrated.ts";

/**
 * Returns the token of a link from an email and moves it from the address bar to the history's state, where a reload
 * finds it. The token is used only when a button is pressed, because mail scanners open links.
 */
export function useLinkToken(token: string | undefined): {
  token: string;
  /** There is no token. False in the server's HTML, because the server does not see the history's state. */
  isMissing: boolean;
} {
  const router = useRouter();
  const stored = useRouterState({ select: ({ location }) => location.state.linkToken });
  useEffect(() => {
    if (token === undefined) return;
    const state = { linkToken: token };
    void router.navigate({
      to: ".",
      search: ({ token: _token, ...rest }) => rest,
      state,
      replace: true,
    });
  }, [router, token]);
  const isHydrated = useIsHydrated();
  const known = token ?? (isHydrated ? stored : undefined);
  return { token: known ?? "", isMissing: isHydrated && !known };
}
