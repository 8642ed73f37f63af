import { useEffect, useEffectEvent, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useCurrentUser } from "../../features/auth/use-current-user.ts";
import { findDraft, type SavedDraft } from "../../features/forms/drafts.ts";
import { useDraft } from "../../features/forms/use-draft.ts";
import { type AdDraft, canReplace, readAdDraft } from "./ad-draft.ts";
import type { AdFormFields, AdFormValues } from "./ad-form-values.ts";
import type { AdSource } from "./ad-source.ts";
import { listUrls } from "./photo-list.ts";
import type { PhotoUploads } from "./photo-uploads.ts";

type AdDraftOptions = {
  source: AdSource;
  hookForm: UseFormReturn<AdFormValues, unknown, AdFormFields>;
  defaultValues: AdFormValues;
  uploads: PhotoUploads;
  hasChanges: boolean;
};

/**
 * Keeps the unsaved state of the form in the browser, and restores it when the form is opened again. A draft of a version of
 * the ad that was changed since is only offered.
 */
export function useAdDraft(options: AdDraftOptions) {
  const { source, hookForm, defaultValues, uploads, hasChanges } = options;
  const user = useCurrentUser();
  const basedOn = source && "ad" in source ? source.ad.updatedAt : null;
  // The user is unknown when the form is closed because the session has ended.
  const [place] = useState({ username: user?.username ?? "", form: formOf(source) });
  const [offer, setOffer] = useState<SavedDraft<AdDraft>>();
  const { saved, adopt, discard, finish } = useDraft(place, () =>
    hasChanges
      ? { values: hookForm.getValues(), images: listUrls(uploads.getList()), basedOn }
      : undefined,
  );

  const use = ({ draft, savedAt }: SavedDraft<AdDraft>) => {
    hookForm.reset(draft.values, { keepDefaultValues: true });
    void uploads.replace(draft.images);
    adopt({ ...draft, basedOn }, savedAt);
    setOffer(undefined);
  };
  const restore = useEffectEvent(() => {
    const found = findDraft(place, readAdDraft);
    const isCurrent = found?.draft.basedOn === basedOn;
    if (found && isCurrent && canReplace(hookForm.getValues(), defaultValues, found.draft.values)) {
      return use(found);
    }
    setOffer(found);
    if (source && "copyOf" in source) void uploads.addCopies(source.copyOf.images);
  });
  useEffect(() => restore(), []);

  return {
    saved,
    finish,
    /** A draft that is not restored, because the ad or the form has changed. */
    offer,
    takeOffer(): void {
      if (offer) use(offer);
    },
    /** Removes the draft and what the form has of it. */
    discard(): void {
      discard();
      setOffer(undefined);
      if (offer) return;
      hookForm.reset(defaultValues);
      void uploads.replace(source && "ad" in source ? source.ad.images : []);
      if (source && "copyOf" in source) void uploads.addCopies(source.copyOf.images);
    },
  };
}

/** A new ad, an ad and a copy of an ad have a draft each. */
function formOf(source: AdSource): string {
  if (source === undefined) return "new";
  return "ad" in source ? source.ad.id : `copy of ${source.copyOf.id}`;
}
