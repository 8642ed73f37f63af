import { formatDollars } from "@studbook/domain/format";
import { describeAge } from "@studbook/domain/record/describe-record";
import { isSampleAd } from "@studbook/domain/samples";
import { stateName } from "@studbook/domain/states";
import { Card } from "@studbook/ui/card";
import { NoPicture, Photo, PhotoFrame, Watermark } from "@studbook/ui/photo";
import { Link } from "@tanstack/react-router";
import type { FocusEvent } from "react";
import type { AdSummary } from "../../features/ads/ad-queries.ts";
import { photoSources } from "../../features/ads/photo-srcset.ts";

const SIZES = "(min-width: 1000px) 276px, (min-width: 760px) 46vw, 70vw";

/** Scrolls to a card that the keyboard has focused. A tap must not move what it is about to hit. */
function showWhole({ target, currentTarget }: FocusEvent<HTMLElement>) {
  if (!target.matches(":focus-visible")) return;
  currentTarget.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** A small card of a listing. The whole card is the link. */
export function MiniCard({ ad, today }: { ad: AdSummary; today: string }) {
  const state = stateName(ad.state);
  return (
    <li className="snap-start" onFocus={showWhole}>
      <Card className="relative flex h-full flex-col overflow-hidden has-focus-visible:shadow-2 hover:shadow-2">
        <PhotoFrame>
          <Photo
            {...photoSources(ad.image ?? undefined, SIZES)}
            alt={`${ad.dogName}, ${ad.breed}`}
            loading="lazy"
            fallback={<NoPicture>No image</NoPicture>}
            overlay={isSampleAd(ad.id) && <Watermark>SAMPLE AD</Watermark>}
          />
        </PhotoFrame>
        <div className="grid flex-1 content-start gap-0.5 px-4 pt-3.5 pb-4 text-md text-ink-soft">
          <h3 className="text-lg text-ink">
            <Link
              to="/ad/$id"
              params={{ id: ad.id }}
              className="text-inherit no-underline outline-none! after:absolute after:inset-0 after:rounded-lg hover:underline focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-saddle"
            >
              {ad.dogName}
            </Link>
            {ad.titles?.suffix && (
              <span className="font-sans text-md text-ink-soft">{` ${ad.titles.suffix}`}</span>
            )}
          </h3>
          <p>{ad.breed}</p>
          <p>{ad.city ? `${ad.city}, ${state}` : state}</p>
          <p className="mt-2 flex items-baseline justify-between gap-2 border-t border-line pt-2">
            <b className="font-display text-lg font-semibold text-ink">
              {formatDollars(ad.studFee)}
            </b>
            {describeAge(ad.birthdate, today, ad.availability)}
          </p>
        </div>
      </Card>
    </li>
  );
}
