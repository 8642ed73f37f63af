import { useRouter, useRouterState } from "@tanstack/react-router";
import { useIsHydrated } from "../../features/forms/use-is-hydrated.ts";

/**
 * Whether the photos are shown on the full screen, which an entry of the history says, so that Back closes them and a reload
 * keeps them. Returns the photo with which they were opened, undefined while they are closed, and what opens them.
 */
export function useFullPhotos() {
  const router = useRouter();
  const stored = useRouterState({ select: ({ location }) => location.state.fullPhoto });
  const isHydrated = useIsHydrated();
  const open = (index: number) => {
    // Otherwise, if nobody has scrolled since the hydration, the router does not remember the place and Back scrolls to the top.
    document.dispatchEvent(new Event("scroll"));
    // The second click of a double click adds no entry, because the router ignores a navigation to the same address and state.
    void router.navigate({
      to: ".",
      state: (state) => ({ ...state, fullPhoto: index }),
      resetScroll: false,
    });
  };
  // The server does not see the history's state.
  return { opened: isHydrated ? stored : undefined, open };
}
