import { zodResolver } from "@hookform/resolvers/zod";
import type { NewAd } from "@studbook/domain/schemas/ad";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import type { Ad } from "../../features/ads/ad-queries.ts";
import { endSession } from "../../features/auth/session.ts";
import { useCurrentUser } from "../../features/auth/use-current-user.ts";
import { describeFailure } from "../../features/forms/describe-failure.ts";
import { createDrafts, useKeptDraft } from "../../features/forms/drafts.ts";
import { useLeaveWarning } from "../../features/forms/use-leave-warning.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import {
  type AdFormFields,
  type AdFormValues,
  adFormSchema,
  NO_VALUES,
  toFormValues,
} from "./ad-form-values.ts";
import { findPhotosProblem, listUrls } from "./photo-list.ts";
import { sortIssues } from "./sort-issues.ts";
import { usePhotoUploads } from "./use-photo-uploads.ts";

type AdFormOptions = {
  /** The ad to begin with; absent from a new one. */
  ad?: Ad | undefined;
  /** UTC day 'YYYY-MM-DD' that no birthdate may be after. */
  today: string;
  /** Saves on the server; throws what the server refused. */
  save: (fields: NewAd) => Promise<unknown>;
  /** Called when it is saved and nothing is left to lose. */
  onSaved: () => Promise<void>;
};

const drafts = createDrafts<{ values: AdFormValues; images: string[] }>();

/** The state of the form of an ad. Whatever keeps it from being saved, what was typed stays. */
export function useAdForm({ ad, today, save, onSaved }: AdFormOptions) {
  const router = useRouter();
  const user = useCurrentUser();
  const [draftKey] = useState(`${user?.username} ${ad?.id}`);
  const [draft] = useState(() => drafts.take(draftKey));
  const [attempt, setAttempt] = useState(0);
  const [photosError, setPhotosError] = useState<string>();
  const [unsaved, setUnsaved] = useState<string>();
  const form = useForm<AdFormValues, unknown, AdFormFields>({
    resolver: zodResolver(adFormSchema(today)),
    defaultValues: ad ? toFormValues(ad) : NO_VALUES,
    shouldFocusError: false,
  });
  const { uploads, list } = usePhotoUploads(draft?.images ?? ad?.images ?? [], () => {
    const next = encodeURIComponent(router.state.location.pathname);
    void endSession(router, `/login?next=${next}`);
  });
  const first = ad?.images ?? [];
  const photosChanged = list.length !== first.length || listUrls(list).join() !== first.join();
  const hasChanges = form.formState.isDirty || photosChanged;
  const leaving = useLeaveWarning(() => hasChanges);
  useKeptDraft(drafts, draftKey, () =>
    hasChanges ? { values: form.getValues(), images: listUrls(uploads.getList()) } : undefined,
  );
  const { reset } = form;
  useEffect(() => {
    if (draft) reset(draft.values, { keepDefaultValues: true });
  }, [draft, reset]);

  function refuse(error: unknown): void {
    const failure = describeFailure(error);
    // The layout of these pages leads to /login by itself.
    if (failure.code === "NOT_SIGNED_IN") return;
    const { fields, photos, text } = sortIssues(failure);
    for (const { name, message } of fields) form.setError(name, { message });
    setPhotosError(photos);
    setUnsaved(text);
    setAttempt((n) => n + 1);
    if (text) void showToast({ title: "Error", text, tone: "destructive" });
  }

  const submit = form.handleSubmit(
    async (fields) => {
      setUnsaved(undefined);
      await uploads.untilSettled();
      const problem = findPhotosProblem(uploads.getList());
      setPhotosError(problem);
      if (problem) return setAttempt((n) => n + 1);
      try {
        await save({ ...fields, images: listUrls(uploads.getList()) });
      } catch (error) {
        return refuse(error);
      }
      leaving.release();
      await onSaved();
    },
    () => {
      setUnsaved(undefined);
      setPhotosError(findPhotosProblem(uploads.getList()));
      setAttempt((n) => n + 1);
    },
  );

  return {
    register: form.register,
    errors: form.formState.errors,
    isBusy: form.formState.isSubmitting,
    submit,
    attempt,
    uploads,
    list,
    photosError: photosError && findPhotosProblem(list) === undefined ? undefined : photosError,
    unsaved,
    blocker: leaving.blocker,
  };
}
