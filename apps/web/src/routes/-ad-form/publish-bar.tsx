import { type ReactNode, useId } from "react";
import { SubmitButton } from "../../features/forms/submit-button.tsx";
import { listChangedLabels } from "./ad-changes.ts";
import type { AdFormState } from "./ad-form-state.ts";
import type { AdFormValues, adFormSchema } from "./ad-form-values.ts";
import { describeEdits, describeNewAd } from "./describe-progress.ts";
import { MyAdsLink } from "./my-ads-link.tsx";
import { countUploading, type PhotoList } from "./photo-list.ts";
import { useValues } from "./use-values.ts";

type PublishBarProps = {
  form: AdFormState;
  list: PhotoList;
  submitLabel: string;
  /** The values of the ad that is changed; absent for a new one. */
  before?: AdFormValues | undefined;
  photosChanged: boolean;
  schema: ReturnType<typeof adFormSchema>;
  /** The button that opens the preview. */
  preview: ReactNode;
};

/** Stays at the bottom of the window: what is missing or has changed, and the button that sends the form (ad-form.css). */
export function PublishBar({ preview, ...rest }: PublishBarProps) {
  const { form, list, submitLabel } = rest;
  const statusId = useId();
  return (
    <div className="publish-bar grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-2 md:flex md:gap-x-4">
      <p id={statusId} role="status" className="col-span-2 min-w-0 text-md leading-[1.4] md:flex-1">
        <ProgressText {...rest} />
      </p>
      <MyAdsLink className="-my-2.5 inline-flex min-h-11 items-center text-md font-semibold">
        Cancel
      </MyAdsLink>
      {preview}
      <SubmitButton
        isBusy={form.isBusy}
        busyLabel={countUploading(list) > 0 ? "Waiting for photos…" : "Saving…"}
        disabled={list.length === 0}
        aria-describedby={statusId}
        className="col-span-2 max-md:px-2.5!"
      >
        {submitLabel}
      </SubmitButton>
    </div>
  );
}

function ProgressText(props: Omit<PublishBarProps, "preview">) {
  const { form, list, submitLabel, before, photosChanged, schema } = props;
  const values = useValues(form);
  const problems = schema.safeParse(values).error?.issues.map(({ message }) => message) ?? [];
  const state = { values, list, problems, submitLabel };
  const changes = before && [
    ...listChangedLabels(before, values),
    ...(photosChanged ? ["photos"] : []),
  ];
  const { lead, text } = changes ? describeEdits(state, changes) : describeNewAd(state);
  return (
    <>
      {lead && <b className="font-semibold">{lead}</b>} {text}
    </>
  );
}
