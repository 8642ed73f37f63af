import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { FormProblems } from "../../features/forms/form-problems.tsx";
import { LeaveGuard } from "../../features/forms/leave-guard.tsx";
import { ContactFields, DogFields } from "./ad-fields.tsx";
import { DraftLine } from "./draft-line.tsx";
import { PhotosCard } from "./photos-card.tsx";
import { PreviewCard } from "./preview-card.tsx";
import { PreviewDialog } from "./preview-dialog.tsx";
import { PublishBar } from "./publish-bar.tsx";
import { RecordCard } from "./record/record-card.tsx";
import { type AdFormOptions, useAdForm } from "./use-ad-form.ts";
import { useZipPlace } from "./use-zip-place.ts";

type AdFormProps<Saved> = {
  /** The heading and what follows it. */
  head: ReactNode;
  submitLabel: string;
} & AdFormOptions<Saved>;

/** The form of a new or existing listing: its fields, photos and record, beside its card. */
export function AdForm<Saved>(props: AdFormProps<Saved>) {
  return (
    <LeaveGuard>
      <GuardedForm {...props} />
    </LeaveGuard>
  );
}

function GuardedForm<Saved>({ head, submitLabel, ...options }: AdFormProps<Saved>) {
  const { data, source, today } = options;
  const { form, schema, uploads, list, draft, defaultValues, photosChanged } = useAdForm(options);
  const [zip, state] = useWatch({ control: form.hookForm.control, name: ["zip", "state"] });
  const place = useZipPlace(data, zip, state);
  const isEdit = source !== undefined && "ad" in source;
  const preview = { form, list, city: place.city, today };
  return (
    <div className="grid grid-cols-1 gap-14 min-[1100px]:grid-cols-[minmax(0,760px)_minmax(0,1fr)]">
      <div className="grid min-w-0 grid-cols-1 content-start gap-6">
        <div className="grid gap-2">
          {head}
          <DraftLine draft={draft} isEdit={isEdit} />
        </div>
        <FormProblems form={form} />
        <form noValidate onSubmit={form.submit} className="grid grid-cols-1 gap-6">
          <DogFields form={form} today={today} place={place} />
          <PhotosCard
            uploads={uploads}
            id={form.fieldId("images")}
            error={form.fieldError("images")}
          />
          <ContactFields field={form.field} />
          <RecordCard form={form} data={data} today={today} />
          <PublishBar
            form={form}
            list={list}
            submitLabel={submitLabel}
            before={isEdit ? defaultValues : undefined}
            photosChanged={photosChanged}
            schema={schema}
            preview={<PreviewDialog {...preview} />}
          />
        </form>
      </div>
      <aside aria-label="Preview" className="sticky top-23 hidden self-start min-[1100px]:block">
        <h2 className="mb-2.5 text-lg">As it looks in search</h2>
        <PreviewCard {...preview} />
      </aside>
    </div>
  );
}
