import type { NewAd } from "@studbook/domain/schemas/ad";
import { useState } from "react";
import { findErrorCode } from "../../error-code.ts";
import { useGuardedChanges } from "../../features/forms/leave-guard.tsx";
import { useSendForm } from "../../features/forms/use-send-form.ts";
import type { Data } from "../../trpc.ts";
import type { AdFormState } from "./ad-form-state.ts";
import { type AdFormFields, adFormSchema, controlOf } from "./ad-form-values.ts";
import { type AdSource, initialImages, initialValues } from "./ad-source.ts";
import { findPhotosProblem, listOriginals, listUrls } from "./photo-list.ts";
import { useAdDraft } from "./use-ad-draft.ts";
import { usePhotoUploads } from "./use-photo-uploads.ts";
import { findLookedUpProblem } from "./use-zip-place.ts";

export type AdFormOptions<Saved> = {
  data: Data;
  source?: AdSource;
  /** The UTC day 'YYYY-MM-DD', which is the latest date. */
  today: string;
  /** Saves on the server. Throws the server's refusal. */
  save: (fields: AdFormFields & Pick<NewAd, "images">) => Promise<Saved>;
  /** Called with what `save` returned. */
  onSaved: (saved: Saved) => Promise<void>;
};

/** The state of the form of an ad. */
export function useAdForm<Saved>({ data, source, today, save, onSaved }: AdFormOptions<Saved>) {
  const { uploads, list } = usePhotoUploads(source && "ad" in source ? source.ad.images : []);
  const [defaultValues] = useState(() => initialValues(source));
  const [schema] = useState(() =>
    adFormSchema(today, (zip, state) => findLookedUpProblem(data, zip, state)),
  );
  const form: AdFormState = useSendForm({
    schema,
    defaultValues,
    fieldOf: controlOf,
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
      draft.finish();
      await onSaved(saved);
    },
  });
  const { hookForm } = form;
  const photosChanged = listOriginals(list).join() !== initialImages(source).join();
  const hasChanges = hookForm.formState.isDirty || photosChanged;
  const draft = useAdDraft({ source, hookForm, defaultValues, uploads, hasChanges });
  const isKept = draft.saved?.isStored !== false;
  const markSaved = useGuardedChanges(hasChanges, isKept ? "kept as a draft" : "lost");
  return { form, schema, uploads, list, draft, defaultValues, photosChanged };
}
