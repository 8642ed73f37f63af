import { buttonClass } from "@studbook/ui/button";
import { FormProblems } from "../../features/forms/form-problems.tsx";
import { LeaveGuard } from "../../features/forms/leave-guard.tsx";
import { SubmitButton } from "../../features/forms/submit-button.tsx";
import { ContactFields, DogFields } from "./ad-fields.tsx";
import { MyAdsLink } from "./my-ads-link.tsx";
import { countUploading } from "./photo-list.ts";
import { PhotosCard } from "./photos-card.tsx";
import { type AdFormOptions, useAdForm } from "./use-ad-form.ts";

type AdFormProps<Saved> = { submitLabel: string } & AdFormOptions<Saved>;

/** The form of a new or existing listing: its fields and photos. */
export function AdForm<Saved>(props: AdFormProps<Saved>) {
  return (
    <LeaveGuard>
      <GuardedForm {...props} />
    </LeaveGuard>
  );
}

function GuardedForm<Saved>({ submitLabel, ...options }: AdFormProps<Saved>) {
  const form = useAdForm(options);
  const { list } = form;
  return (
    <>
      <FormProblems form={form} />
      <form noValidate onSubmit={form.submit} className="grid gap-6">
        <DogFields field={form.field} today={options.today} />
        <PhotosCard
          uploads={form.uploads}
          id={form.fieldId("images")}
          error={form.fieldError("images")}
        />
        <ContactFields field={form.field} />
        <div className="flex flex-wrap items-center gap-3">
          <SubmitButton
            isBusy={form.isBusy}
            busyLabel={countUploading(list) > 0 ? "Waiting for photos…" : "Saving…"}
            disabled={list.length === 0}
            aria-describedby="submit-note"
            className="max-sm:w-full"
          >
            {submitLabel}
          </SubmitButton>
          <MyAdsLink className={`max-sm:w-full ${buttonClass({ variant: "bare" })}`}>
            Cancel
          </MyAdsLink>
          <p id="submit-note" className="text-md text-ink-soft">
            {list.length === 0 && `Add at least one photo before you press ${submitLabel}.`}
          </p>
        </div>
      </form>
    </>
  );
}
