import { ArrowLeft } from "lucide-react";
import { MyAdsLink } from "./my-ads-link.tsx";

export function BackToMyAds() {
  return (
    <MyAdsLink className="inline-flex min-h-11 items-center gap-2 justify-self-start font-semibold no-underline hover:underline">
      <ArrowLeft className="size-5" />
      Back to My Ads
    </MyAdsLink>
  );
}
