import { Card } from "@studbook/ui/card";
import { FieldError } from "@studbook/ui/field";
import { PHOTOS_ID } from "./field-ids.ts";
import type { PhotoUploads } from "./photo-uploads.ts";
import { PhotosField } from "./photos-field.tsx";

const ERROR_ID = `${PHOTOS_ID}-error`;

export function PhotosCard({
  uploads,
  error,
}: {
  uploads: PhotoUploads;
  error?: string | undefined;
}) {
  return (
    <Card className="p-6 md:p-8">
      <h2 className="flex flex-wrap items-baseline gap-x-2.5">
        Photos
        <span className="font-sans text-base font-normal tracking-normal text-ink-soft">
          (up to 3 required)
        </span>
        <span className="font-sans text-base font-normal tracking-normal text-ink-soft">
          At least 1
        </span>
      </h2>
      <p className="mt-1.5 mb-4 text-md text-ink-soft">
        JPG or PNG, up to 5MB each. The first photo is shown in search.
      </p>
      <PhotosField
        uploads={uploads}
        id={PHOTOS_ID}
        error={
          error === undefined
            ? undefined
            : { id: ERROR_ID, message: <FieldError id={ERROR_ID}>{error}</FieldError> }
        }
      />
    </Card>
  );
}
