import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";

export function BackToMyAds() {
  return (
    <Link
      to="/my-ads"
      className="inline-flex min-h-11 items-center gap-2 justify-self-start font-semibold no-underline hover:underline"
    >
      <ArrowLeft className="size-5" />
      Back to My Ads
    </Link>
  );
}
