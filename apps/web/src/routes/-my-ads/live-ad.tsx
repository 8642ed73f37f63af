import { stateName } from "@studbook/domain/states";
import { Button, buttonClass } from "@studbook/ui/button";
import { Card } from "@studbook/ui/card";
import { Link } from "@tanstack/react-router";
import { Eye, Printer, Share2 } from "lucide-react";
import { useId, useState } from "react";
import type { PublishedAd } from "../../features/ads/published-ad.ts";
import { shareLink } from "../../features/ads/share-link.ts";

const SHARED = {
  shared: "",
  copied: "Link copied",
  failed: "The link could not be copied. Select it above to copy it.",
} as const;

/** Says once that a new listing is public. It gets the focus instead of the page's heading. */
export function LiveAd({ ad }: { ad: PublishedAd }) {
  const title = useId();
  const [outcome, setOutcome] = useState<keyof typeof SHARED>("shared");
  const url = `${location.origin}/ad/${ad.id}`;
  return (
    <section data-news tabIndex={-1} aria-labelledby={title} className="rounded-lg">
      <Card className="grid gap-5 border-t-2 border-t-ink p-5 md:p-8">
        <div className="grid gap-2">
          <h2 id={title} className="text-3xl [overflow-wrap:anywhere]">
            {ad.dogName} is live
          </h2>
          <p className="text-ink-soft">
            Anyone can find this listing now, under {ad.breed} and under {stateName(ad.state)}.
          </p>
        </div>
        <div className="flex flex-wrap gap-2.5 max-sm:grid">
          <Link to="/ad/$id" params={{ id: ad.id }} className={buttonClass()}>
            <Eye className="size-5" />
            View Listing
          </Link>
          <Button
            variant="secondary"
            onClick={async () => setOutcome(await shareLink({ title: ad.dogName, url }))}
          >
            <Share2 className="size-5" />
            Share
          </Button>
          <a href={`/ad/${ad.id}/print`} className={buttonClass({ variant: "secondary" })}>
            <Printer className="size-5" />
            Print sheet
          </a>
        </div>
        <div className="grid max-w-130 gap-1.5 text-md">
          <p className="font-semibold">Link to share</p>
          <p className="rounded-md border-[1.5px] border-edge px-3.5 py-3 [overflow-wrap:anywhere] select-all">
            {url}
          </p>
          <p role="status" className="text-ink-soft">
            {SHARED[outcome]}
          </p>
        </div>
      </Card>
    </section>
  );
}
