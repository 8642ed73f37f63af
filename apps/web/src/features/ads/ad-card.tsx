import { formatDollars, pluralize } from "@studbook/domain/format";
import { describeAge, describeMethods } from "@studbook/domain/record/describe-record";
import { isSampleAd } from "@studbook/domain/samples";
import { stateName } from "@studbook/domain/states";
import { NoPicture, Photo, Watermark } from "@studbook/ui/photo";
import { Link } from "@tanstack/react-router";
import type { AdSummary } from "./ad-queries.ts";
import { cardPhotoSizes } from "./card-grid.ts";
import { photoSources } from "./photo-srcset.ts";

type AdCardProps = {
  ad: AdSummary;
  /** The UTC day 'YYYY-MM-DD' that the age is computed for. */
  today: string;
  /** The photo of the first card is the largest content of its page, so it loads immediately. */
  isFirst?: boolean;
};

/** An entry of a list of cards. Its parts have no classes and its icons no elements, because a page has many (src/cards.css). */
export function AdCard({ ad, today, isFirst = false }: AdCardProps) {
  const isSample = isSampleAd(ad.id);
  const { titles = {}, proven, testsStated, availability } = ad;
  const state = stateName(ad.state);
  const age = describeAge(ad.birthdate, today, availability);
  const methods =
    availability?.status === "frozen-only"
      ? "Frozen semen only"
      : ad.methods && describeMethods(ad.methods, { isShort: true });
  return (
    <li className="ad-card">
      <div>
        <Photo
          {...photoSources(ad.image ?? undefined, cardPhotoSizes)}
          alt={`${ad.dogName}, ${ad.breed}${isSample ? ". Sample ad" : ""}`}
          loading={isFirst ? "eager" : "lazy"}
          fetchPriority={isFirst ? "high" : undefined}
          fallback={<NoPicture>No image</NoPicture>}
          overlay={isSample && <Watermark>SAMPLE AD</Watermark>}
        />
      </div>
      <div>
        <h2>
          {titles.prefix && <span>{`${titles.prefix} `}</span>}
          {ad.dogName}
          {titles.suffix && <span>{` ${titles.suffix}`}</span>}
        </h2>
        <span>{ad.breed}</span>
        <p>{ad.city ? `${ad.city}, ${state}` : state}</p>
        <p>{proven === undefined ? age : `${age} · ${proven ? "proven" : "unproven"}`}</p>
        {methods && <p data-fact="methods">{methods}</p>}
        {testsStated && (
          <p data-fact="tests">
            {pluralize(testsStated, "health test stated", "health tests stated")}
          </p>
        )}
        <div>
          <p>
            {`${formatDollars(ad.studFee)} `}
            <span>stud fee</span>
          </p>
          <Link to="/ad/$id" params={{ id: ad.id }} state={{ fromSearch: true }}>
            View Details
            <span className="sr-only">{` of ${ad.dogName}`}</span>
          </Link>
        </div>
      </div>
    </li>
  );
}
