import { formatDollars } from "@studbook/domain/format";
import { Badge } from "@studbook/ui/badge";
import { Button, buttonClass } from "@studbook/ui/button";
import { Card } from "@studbook/ui/card";
import { ConfirmDialog } from "@studbook/ui/confirm-dialog";
import { NoPicture, Photo, PhotoFrame } from "@studbook/ui/photo";
import { Link } from "@tanstack/react-router";
import { Pencil, Trash2 } from "lucide-react";
import type { Ad } from "../../features/ads/ad-queries.ts";
import { cardPhotoSizes } from "../../features/ads/card-grid.ts";
import { HiddenByAdmin } from "../../features/ads/hidden-ad-notice.tsx";
import { photoSources } from "../../features/ads/photo-srcset.ts";

type OwnAdCardProps = { ad: Ad; isDeleting: boolean; onDelete: () => void };

/** One of the user's listings, with buttons to edit and delete it. */
export function OwnAdCard({ ad, isDeleting, onDelete }: OwnAdCardProps) {
  return (
    <Card className="flex h-full flex-col overflow-hidden">
      <PhotoFrame>
        <Photo
          {...photoSources(ad.images[0], cardPhotoSizes)}
          alt={`${ad.dogName}, ${ad.breed}`}
          fallback={<NoPicture>No image</NoPicture>}
        />
      </PhotoFrame>
      <div className="flex flex-1 flex-col gap-3 px-5 pt-4.5 pb-5">
        <div className="grid gap-2">
          <h2 className="text-xl">
            <Link to="/ad/$id" params={{ id: ad.id }} className="text-ink no-underline">
              {ad.dogName}
            </Link>
          </h2>
          <Badge>{ad.breed}</Badge>
        </div>
        <p className="font-display text-lg leading-tight font-semibold">
          {formatDollars(ad.studFee)}{" "}
          <span className="font-sans text-md font-medium text-ink-soft">stud fee</span>
        </p>
        {ad.hiddenReason && <HiddenByAdmin reason={ad.hiddenReason} />}
        <div className="mt-auto flex gap-2.5 border-t border-line pt-3.5">
          <Link
            to="/edit-ad/$id"
            params={{ id: ad.id }}
            state={{ fromMyAds: true }}
            className={`flex-1 ${buttonClass({ variant: "quiet", size: "small" })}`}
          >
            <Pencil className="size-5" />
            Edit
            <span className="sr-only"> {ad.dogName}</span>
          </Link>
          <ConfirmDialog
            trigger={
              <Button variant="danger-quiet" size="small" className="flex-1" disabled={isDeleting}>
                <Trash2 className="size-5" />
                {isDeleting ? "Deleting…" : "Delete"}
                <span className="sr-only"> {ad.dogName}</span>
              </Button>
            }
            title="Delete Listing?"
            text={`${ad.dogName} and its photos will be deleted permanently.`}
            cancelLabel="Keep Listing"
            confirmLabel="Delete Listing"
            onConfirm={onDelete}
          />
        </div>
      </div>
    </Card>
  );
}
