import { ageLabel } from "@studbook/domain/age";
import { formatDollars } from "@studbook/domain/format";
import { isSampleAd } from "@studbook/domain/samples";
import { stateName } from "@studbook/domain/states";
import { Badge } from "@studbook/ui/badge";
import { Card } from "@studbook/ui/card";
import { NoPicture, Photo, PhotoFrame, Watermark } from "@studbook/ui/photo";
import { Link } from "@tanstack/react-router";
import { ArrowRight, Calendar, MapPin } from "lucide-react";
import type { AdSummary } from "./ad-queries.ts";
import { cardPhotoSizes } from "./card-grid.ts";
import { photoSources } from "./photo-srcset.ts";

type AdCardProps = {
  ad: AdSummary;
  /** The UTC day 'YYYY-MM-DD' that the age is computed for. */
  today: string;
  /** Photos in the first row load immediately. */
  isFirstRow: boolean;
};

export function AdCard({ ad, today, isFirstRow }: AdCardProps) {
  return (
    <Card className="group relative flex h-full flex-col overflow-hidden transition-shadow duration-(--sb-base) ease-out has-[a:focus-visible]:shadow-2 hover:shadow-2">
      <CardPhoto ad={ad} isFirstRow={isFirstRow} />
      <div className="flex flex-1 flex-col gap-3 px-5 pt-4.5 pb-5">
        <div className="grid gap-2">
          <h2 className="text-xl">{ad.dogName}</h2>
          <Badge>{ad.breed}</Badge>
        </div>
        <div className="grid gap-1 text-md text-ink-soft">
          <p className="flex items-center gap-2">
            <MapPin className="size-4.5" />
            {stateName(ad.state)}
          </p>
          <p className="flex items-center gap-2">
            <Calendar className="size-4.5" />
            {ageLabel(ad.birthdate, today)}
          </p>
        </div>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-2.5 border-t border-line pt-3.5">
          <p className="font-display text-lg leading-tight font-semibold">
            {formatDollars(ad.studFee)}{" "}
            <span className="font-sans text-md font-medium text-ink-soft">stud fee</span>
          </p>
          <Link
            to="/ad/$id"
            params={{ id: ad.id }}
            state={{ fromSearch: true }}
            className="inline-flex min-h-11 items-center gap-1.5 text-md font-semibold whitespace-nowrap no-underline group-hover:underline after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-saddle"
          >
            View Details
            <span className="sr-only"> of {ad.dogName}</span>
            <ArrowRight className="size-4.5" />
          </Link>
        </div>
      </div>
    </Card>
  );
}

function CardPhoto({ ad, isFirstRow }: Omit<AdCardProps, "today">) {
  const isSample = isSampleAd(ad.id);
  return (
    <PhotoFrame>
      <Photo
        {...photoSources(ad.image ?? undefined, cardPhotoSizes)}
        alt={`${ad.dogName}, ${ad.breed}${isSample ? ". Sample ad" : ""}`}
        loading={isFirstRow ? "eager" : "lazy"}
        fetchPriority={isFirstRow ? "high" : "auto"}
        className="transition-transform duration-(--sb-slow) ease-out group-hover:scale-[1.025]"
        fallback={<NoPicture>No image</NoPicture>}
        overlay={isSample && <Watermark>SAMPLE AD</Watermark>}
      />
    </PhotoFrame>
  );
}
