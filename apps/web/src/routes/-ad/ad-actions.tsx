import { buttonClass } from "@studbook/ui/button";
import { Printer, Share2 } from "lucide-react";
import { useState } from "react";
import type { Ad } from "../../features/ads/ad-queries.ts";
import { shareLink } from "../../features/ads/share-link.ts";

const OUTCOMES = {
  shared: "",
  copied: "Link copied",
  failed: "The link could not be copied. Copy it from the address bar.",
} as const;

/** What a visitor can do with a listing. */
export function AdActions({ ad }: { ad: Ad }) {
  const [outcome, setOutcome] = useState<keyof typeof OUTCOMES>("shared");
  const share = async () => {
    const { origin, pathname } = window.location;
    setOutcome(await shareLink({ title: ad.dogName, url: origin + pathname }));
  };
  const style = buttonClass({ variant: "bare", size: "small" });
  return (
    <div className="-mx-3.5 flex flex-wrap items-center print:hidden">
      <button
        type="button"
        onClick={share}
        data-needs-scripts
        className={`${style} noscript:hidden`}
      >
        <Share2 className="size-5" />
        Share
      </button>
      <a href={`/ad/${ad.id}/print`} className={style}>
        <Printer className="size-5" />
        Print sheet
      </a>
      <p role="status" className="text-md text-ink-soft">
        {OUTCOMES[outcome]}
      </p>
    </div>
  );
}
