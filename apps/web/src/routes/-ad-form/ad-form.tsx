import { buttonClass } from "@studbook/ui/button";
import { ErrorSummary } from "@studbook/ui/error-summary";
import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { LeaveDialog } from "../../features/forms/leave-dialog.tsx";
import { SubmitButton } from "../../features/forms/submit-button.tsx";
import { isAdFieldName, NO_VALUES } from "./ad-form-values.ts";
import { ContactFields } from "./contact-fields.tsx";
import { DogFields } from "./dog-fields.tsx";
import { fieldId, PHOTOS_ID } from "./field-ids.ts";
import { countUploading } from "./photo-list.ts";
import { PhotosCard } from "./photos-card.tsx";
import { useAdForm } from "./use-ad-form.ts";

type AdFormProps = { submitLabel: string } & Parameters<typeof useAdForm>[0];

/** Everything an owner says about a dog, for a new listing and for one that is changed. */
export function AdForm({ submitLabel, ...options }: AdFormProps) {
  const form = useAdForm(options);
  const { list, errors, isBusy } = form;
  const problems = [
    ...Object.keys(NO_VALUES).flatMap((name) => {
      const message = isAdFieldName(name) ? errors[name]?.message : undefined;
      return isAdFieldName(name) && message ? [{ fieldId: fieldId(name), message }] : [];
    }),
    ...(form.photosError ? [{ fieldId: PHOTOS_ID, message: form.photosError }] : []),
    ...(form.unsaved ? [{ message: form.unsaved }] : []),
  ];
  return (
    <>
      <ErrorSummary errors={problems} attempt={form.attempt} />
      <form noValidate onSubmit={submitOnce(form.submit, isBusy)} className="grid gap-6">
        <DogFields register={form.register} errors={errors} today={options.today} />
        <PhotosCard uploads={form.uploads} error={form.photosError} />
        <ContactFields register={form.register} errors={errors} />
        <div className="flex flex-wrap items-center gap-3">
          <SubmitButton
            isBusy={isBusy}
            busyLabel={waitingFor(countUploading(list))}
            disabled={list.length === 0}
            aria-describedby="submit-note"
            className="max-sm:w-full"
          >
            {submitLabel}
          </SubmitButton>
          <Link to="/my-ads" className={`max-sm:w-full ${buttonClass({ variant: "bare" })}`}>
            Cancel
          </Link>
          <p id="submit-note" className="text-md text-ink-soft">
            {list.length === 0 && `Add at least one photo, then you can press ${submitLabel}.`}
          </p>
        </div>
      </form>
      <LeaveDialog blocker={form.blocker} />
    </>
  );
}

function waitingFor(uploading: number): string {
  return uploading > 0 ? "Waiting for photos…" : "Saving…";
}

type OnSubmit = NonNullable<ComponentProps<"form">["onSubmit"]>;

function submitOnce(submit: OnSubmit, isBusy: boolean): OnSubmit {
  return (event) => {
    event.preventDefault();
    if (!isBusy) submit(event);
  };
}
