import { formatDollars } from "@studbook/domain/format";
import { Badge } from "@studbook/ui/badge";
import { Card } from "@studbook/ui/card";
import { Photo, PhotoFrame } from "@studbook/ui/photo";
import { Link } from "@tanstack/react-router";
import { ImageOff } from "lucide-react";
import { getNow } from "../../clock.ts";
import { AdStateLine } from "../../features/ads/ad-state-line.tsx";
import { HiddenByAdmin } from "../../features/ads/hidden-ad-notice.tsx";
import { listAdStates } from "../../features/ads/list-ad-states.ts";
import { photoSources } from "../../features/ads/photo-srcset.ts";
import { TitledName } from "../../features/ads/titled-name.tsx";
import { OwnAdActions, type OwnAdActionsProps } from "./own-ad-actions.tsx";
import { RecordNotes, type RecordNotesProps } from "./record-notes.tsx";

const PHOTO_SIZES = "(min-width: 900px) 208px, 112px";

/** One of the user's listings: whether it is public, what is old or missing in its record, and what the owner can do with it. */
export function OwnAdCard({
  ad,
  oldFacts,
  onRenewed,
  onGone,
  ...actions
}: OwnAdActionsProps & RecordNotesProps) {
  const states = listAdStates(ad, getNow());
  return (
    <Card className="grid gap-4 p-4 nav:p-6">
      <div className="grid grid-cols-[112px_minmax(0,1fr)] items-start gap-x-4 nav:grid-cols-[208px_minmax(0,1fr)] nav:gap-x-7">
        <PhotoFrame className="rounded-md">
          <Photo
            {...photoSources(ad.images[0], PHOTO_SIZES)}
            alt={`${ad.dogName}, ${ad.breed}`}
            fallback={<NoImage />}
          />
        </PhotoFrame>
        <div className="grid justify-items-start gap-1.75 text-md">
          <h2 className="text-xl leading-tight">
            <Link to="/ad/$id" params={{ id: ad.id }} className="text-ink no-underline">
              <TitledName ad={ad} />
            </Link>
          </h2>
          <Badge>{ad.breed}</Badge>
          <p className="font-display text-lg leading-tight font-semibold">
            {formatDollars(ad.studFee)}{" "}
            <span className="font-sans text-md font-medium text-ink-soft">stud fee</span>
          </p>
          {states
            .filter(({ kind }) => kind !== "hidden")
            .map((state) => (
              <AdStateLine key={state.kind} state={state} />
            ))}
        </div>
      </div>
      {ad.hiddenReason && <HiddenByAdmin reason={ad.hiddenReason} />}
      <div>
        <RecordNotes ad={ad} oldFacts={oldFacts} onRenewed={onRenewed} onGone={onGone} />
        <OwnAdActions ad={ad} onGone={onGone} {...actions} />
      </div>
    </Card>
  );
}

/** On phones without an icon, because large text needs the room. */
function NoImage() {
  return (
    <div className="grid size-full place-content-center justify-items-center gap-2 text-center text-md leading-tight font-medium text-ink-soft">
      <ImageOff className="size-10 opacity-80 max-nav:hidden" strokeWidth={1.5} />
      No image
    </div>
  );
}
