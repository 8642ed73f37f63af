import { pageAddress } from "@studbook/domain/page-address";
import type { NewAd } from "@studbook/domain/schemas/ad";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState, useSyncExternalStore } from "react";
import { findErrorCode } from "../../error-code.ts";
import type { Ad } from "../../features/ads/ad-queries.ts";
import { endSession } from "../../features/auth/session.ts";
import { useCurrentUser } from "../../features/auth/use-current-user.ts";
import { createDrafts, useSavedDraft } from "../../features/forms/drafts.ts";
import { useGuardedChanges } from "../../features/forms/leave-guard.tsx";
import { useSendForm } from "../../features/forms/use-send-form.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import { type AdFormValues, adFormSchema, EMPTY_VALUES, toFormValues } from "./ad-form-values.ts";
import { findPhotosProblem, listUrls } from "./photo-list.ts";
import { createPhotoUploads } from "./photo-uploads.ts";
import { findPreview, preparePhoto } from "./prepare-photo.ts";
import { uploadPhoto } from "./upload-photo.ts";

export type AdFormOptions<Saved> = {
  /** The ad to change; absent for a new one. */
  ad?: Ad | undefined;
  /** The UTC day 'YYYY-MM-DD', which is the latest birthdate. */
  today: string;
  /** Saves on the server. Throws the server's refusal. */
  save: (fields: NewAd) => Promise<Saved>;
  /** Called with what `save` returned. */
  onSaved: (saved: Saved) => Promise<void>;
};

const drafts = createDrafts<{ values: AdFormValues; images: string[] }>();

/** The state of the form of an ad. */
export function useAdForm<Saved>({ ad, today, save, onSaved }: AdFormOptions<Saved>) {
  const user = useCurrentUser();
  const [draftKey] = useState(`${user?.username} ${ad?.id}`);
  const [draft] = useState(() => drafts.take(draftKey));
  const { uploads, list } = usePhotoUploads(draft?.images ?? ad?.images ?? []);
  const { hookForm, ...form } = useSendForm({
    schema: adFormSchema(today),
    defaultValues: ad ? toFormValues(ad) : EMPTY_VALUES,
    extraFields: { images: () => findPhotosProblem(uploads.getList()) },
    beforeSend: uploads.untilSettled,
    toasts: "unexplained",
    send: async (fields) => {
      let saved: Saved;
      try {
        saved = await save({ ...fields, images: listUrls(uploads.getList()) });
      } catch (error) {
        // The layout of these pages goes to /login.
        if (findErrorCode(error) === "NOT_SIGNED_IN") return;
        throw error;
      }
      markSaved();
      await onSaved(saved);
    },
  });
  const first = ad?.images ?? [];
  const photosChanged = list.length !== first.length || listUrls(list).join() !== first.join();
  const hasChanges = hookForm.formState.isDirty || photosChanged;
  const markSaved = useGuardedChanges(hasChanges);
  useSavedDraft(drafts, draftKey, () =>
    hasChanges ? { values: hookForm.getValues(), images: listUrls(uploads.getList()) } : undefined,
  );
  const { reset } = hookForm;
  useEffect(() => {
    if (draft) reset(draft.values, { keepDefaultValues: true });
  }, [draft, reset]);
  return { ...form, uploads, list };
}

/** The photos of a form, starting with those that an ad already has. */
function usePhotoUploads(urls: readonly string[]) {
  const router = useRouter();
  const [uploads] = useState(() =>
    createPhotoUploads(urls, {
      prepare: preparePhoto,
      findPreview,
      upload: uploadPhoto,
      showToast: (toast) => void showToast(toast),
      onSignedOut: () => {
        void endSession(router, pageAddress("/login", { next: router.state.location.pathname }));
      },
    }),
  );
  const list = useSyncExternalStore(uploads.subscribe, uploads.getList, uploads.getList);
  useEffect(() => () => uploads.stop(), [uploads]);
  return { uploads, list };
}
