import { formatCount, formatDollars } from "@studbook/domain/format";
import { Badge } from "@studbook/ui/badge";
import { Button } from "@studbook/ui/button";
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import { AdVisibility } from "../../features/admin/ad-visibility.tsx";
import type { AdminAd, AdminUser } from "../../features/admin/admin-queries.ts";
import type { Data } from "../../trpc.ts";

const FIRST_SHOWN = 3;

/** A user's ads, each with a link to it and a button that hides or restores it. */
export function UserAds({
  user: { username, adCount, ads },
  data,
}: {
  user: AdminUser;
  data: Data;
}) {
  const [isExpanded, setIsExpanded] = useState(false);
  const listId = useId();
  if (ads.length === 0) return null;
  const shown = isExpanded ? ads : ads.slice(0, FIRST_SHOWN);
  return (
    <div>
      <h3 className="font-sans text-md font-semibold tracking-normal">Ads</h3>
      <ul id={listId} aria-label={`${username}'s ads`}>
        {shown.map((ad) => (
          <UserAd key={ad.id} ad={ad} data={data} />
        ))}
      </ul>
      {ads.length > FIRST_SHOWN && (
        <Button
          variant="bare"
          size="small"
          aria-expanded={isExpanded}
          aria-controls={listId}
          onClick={() => setIsExpanded(!isExpanded)}
          className="-ml-3.5"
        >
          {isExpanded ? "Show fewer ads" : `Show all ${ads.length} ads`}
        </Button>
      )}
      {isExpanded && adCount > ads.length && (
        <p className="text-ink-soft">
          These are the {ads.length} most recent of {formatCount(adCount)}. To hide an older one,
          open its page.
        </p>
      )}
    </div>
  );
}

function UserAd({ ad, data }: { ad: AdminAd; data: Data }) {
  const { id, dogName, breed, state, studFee, hiddenReason } = ad;
  const isHidden = hiddenReason !== null;
  return (
    <li className="flex flex-wrap items-center gap-x-4 border-b border-line py-1.5 last:border-0">
      <p className="flex min-w-0 flex-[1_1_10rem] flex-wrap items-center gap-x-3 pb-1">
        <Link
          to="/ad/$id"
          params={{ id }}
          className="inline-flex min-h-11 items-center [overflow-wrap:anywhere]"
        >
          {dogName}
        </Link>
        {isHidden && <Badge tone="danger">Hidden</Badge>}
        <span className="text-ink-soft">
          {breed}, {state}, {formatDollars(studFee)}
        </span>
      </p>
      <AdVisibility ad={ad} data={data} />
      {isHidden && (
        <p className="basis-full pb-1.5 whitespace-pre-line [overflow-wrap:anywhere]">
          <span className="text-ink-soft">Reason:</span> {hiddenReason}
        </p>
      )}
    </li>
  );
}
