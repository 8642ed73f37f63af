import { MAX_PHOTO_MEGABYTES } from "@studbook/domain/photo-file";
import { MAX_PHOTOS_PER_AD } from "@studbook/domain/photos";
import { Card } from "@studbook/ui/card";
import { FieldError } from "@studbook/ui/field";
import type { PhotoUploads } from "./photo-uploads.ts";
import { PhotosField } from "./photos-field.tsx";

export function PhotosCard({
  uploads,
  id,
  error,
}: {
  uploads: PhotoUploads;
  /** The ID of the control, which gets the focus when there is an error. */
  id: string;
  error?: string | undefined;
}) {
  const errorId = `${id}-error`;
  return (
    <Card className="p-6 md:p-8">
      <h2 className="flex flex-wrap items-baseline gap-x-2.5">
        Photos
        <span className="font-sans text-base font-normal tracking-normal text-ink-soft">
          {`(up to ${MAX_PHOTOS_PER_AD} required)`}
        </span>
        <span className="font-sans text-base font-normal tracking-normal text-ink-soft">
          At least 1
        </span>
      </h2>
      <p className="mt-1.5 mb-4 text-md text-ink-soft">
        {`JPG or PNG, up to ${MAX_PHOTO_MEGABYTES}MB each. Larger photos, WebP and HEIC are made into smaller JPGs in your browser. The first photo is shown in search. Drag a photo, or use the arrows, to change the order.`}
      </p>
      <PhotosField
        uploads={uploads}
        id={id}
        error={
          error === undefined
            ? undefined
            : { id: errorId, message: <FieldError id={errorId}>{error}</FieldError> }
        }
      />
    </Card>
  );
}
