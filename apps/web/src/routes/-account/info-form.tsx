import { AccountInfo } from "@studbook/domain/schemas/account";
import { z } from "@studbook/domain/schemas/z";
import { Button } from "@studbook/ui/button";
import { TextField } from "@studbook/ui/text-field";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { EMAIL_STATUS_KEY } from "../../features/account/email-status.ts";
import { CURRENT_USER_KEY, type CurrentUser } from "../../features/auth/current-user.ts";
import { findDraft, removeDraft } from "../../features/forms/drafts.ts";
import { FormProblems } from "../../features/forms/form-problems.tsx";
import { useGuardedChanges } from "../../features/forms/leave-guard.tsx";
import { SubmitButton } from "../../features/forms/submit-button.tsx";
import { useDraftOfEndedSession } from "../../features/forms/use-draft.ts";
import { useSendForm } from "../../features/forms/use-send-form.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import { useMutation } from "../../use-mutation.ts";

const InfoDraft = z.object({ email: z.string(), firstName: z.string(), lastName: z.string() });

type InfoDraft = z.output<typeof InfoDraft>;

const infoDraftPlace = ({ username }: CurrentUser) => ({ username, form: "account" });

/** Returns the changes that the user could not save because the session had ended, and removes them. */
export function takeInfoDraft(user: CurrentUser): InfoDraft | undefined {
  const place = infoDraftPlace(user);
  const found = findDraft(place, (draft) => InfoDraft.safeParse(draft).data);
  removeDraft(place);
  return found?.draft;
}

type InfoFormProps = {
  user: CurrentUser;
  /** Unsaved values to restore. */
  draft: InfoDraft | undefined;
  onDone: () => void;
};

export function InfoForm({ user, draft, onDone }: InfoFormProps) {
  const queryClient = useQueryClient();
  const { mutate } = useMutation("account.updateInfo");
  const form = useSendForm({
    schema: AccountInfo,
    defaultValues: {
      email: user.email ?? "",
      firstName: user.firstName ?? "",
      lastName: user.lastName ?? "",
    },
    send: async (info) => {
      queryClient.setQueryData(CURRENT_USER_KEY, { ...user, ...(await mutate(info)) });
      await queryClient.invalidateQueries({ queryKey: EMAIL_STATUS_KEY });
      onDone();
      await showToast({ title: "Account information updated successfully", tone: "success" });
    },
  });
  const element = useRef<HTMLFormElement>(null);
  const { reset, getValues, formState } = form.hookForm;
  const { isDirty } = formState;
  useGuardedChanges(isDirty);
  useDraftOfEndedSession(infoDraftPlace(user), () => {
    const { email, firstName, lastName } = getValues();
    const typed = { email: email ?? "", firstName: firstName ?? "", lastName: lastName ?? "" };
    return isDirty ? typed : undefined;
  });
  useEffect(() => {
    if (draft) reset(draft, { keepDefaultValues: true });
    // Immediately: React Hook Form's setFocus waits, and may take the focus from a field that is being filled in.
    element.current?.querySelector<HTMLElement>("[name=email]")?.focus();
  }, [draft, reset]);
  return (
    <form ref={element} noValidate method="post" onSubmit={form.submit} className="grid gap-5">
      <FormProblems form={form} />
      <TextField
        id="account-username"
        label="Username"
        hint="Your username cannot be changed"
        autoComplete="username"
        value={user.username}
        readOnly
      />
      <TextField
        {...form.field("email")}
        label="Email"
        isOptional
        type="email"
        inputMode="email"
        autoComplete="email"
      />
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          {...form.field("firstName")}
          label="First name"
          isOptional
          autoComplete="given-name"
        />
        <TextField
          {...form.field("lastName")}
          label="Last name"
          isOptional
          autoComplete="family-name"
        />
      </div>
      <div className="grid gap-3 md:flex">
        <SubmitButton isBusy={form.isBusy}>Save Changes</SubmitButton>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
