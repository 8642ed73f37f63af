import { Link, useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";

/**
 * Returns a function that goes back to My Ads as it was, if the user came from there, and returns whether the user did.
 */
export function useReturnToMyAds(): () => boolean {
  const router = useRouter();
  return () => {
    const isFromMyAds = router.latestLocation.state.fromMyAds === true;
    if (isFromMyAds) router.history.back();
    return isFromMyAds;
  };
}

/** A link to My Ads. If the user came from there, it goes back to the list as it was. */
export function MyAdsLink({ className, children }: { className: string; children: ReactNode }) {
  const goBack = useReturnToMyAds();
  const follow = (event: MouseEvent) => {
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (isPlain && goBack()) event.preventDefault();
  };
  return (
    <Link to="/my-ads" onClick={follow} className={className}>
      {children}
    </Link>
  );
}
