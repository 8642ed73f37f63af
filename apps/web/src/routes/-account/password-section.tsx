import { MIN_PASSWORD_LENGTH, PasswordChange } from "@studbook/domain/schemas/account";
import { strictObject } from "@studbook/domain/schemas/strict-object";
import { PasswordField } from "@studbook/ui/password-field";
import {
  confirmation,
  NEW_PASSWORDS_DIFFER,
  PASSWORD_CHANGED,
} from "../../features/forms/confirmation.ts";
import { FormProblems } from "../../features/forms/form-problems.tsx";
import { useGuardedChanges } from "../../features/forms/leave-guard.tsx";
import { SubmitButton } from "../../features/forms/submit-button.tsx";
import { useSendForm } from "../../features/forms/use-send-form.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import { useMutation } from "../../use-mutation.ts";
import { Section } from "./section.tsx";

/** The fields of a password change (specification, section 5). */
const PasswordFields = strictObject({
  ...PasswordChange.shape,
  confirmation: confirmation("Confirm new password"),
}).refine((fields) => fields.newPassword === fields.confirmation, NEW_PASSWORDS_DIFFER);

export function PasswordSection({ username }: { username: string }) {
  const { mutate } = useMutation("account.changePassword");
  const form = useSendForm({
    schema: PasswordFields,
    defaultValues: { currentPassword: "", newPassword: "", confirmation: "" },
    send: async ({ currentPassword, newPassword }) => {
      await mutate({ currentPassword, newPassword });
      form.hookForm.reset();
      await showToast(PASSWORD_CHANGED);
    },
  });
  useGuardedChanges(form.hookForm.formState.isDirty);
  return (
    <Section>
      <h2>Change password</h2>
      <form noValidate method="post" onSubmit={form.submit} className="grid gap-5">
        <FormProblems form={form} />
        {/* Password managers save a password under a username. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          {...form.field("currentPassword")}
          label="Current password"
          autoComplete="current-password"
        />
        <div className="grid items-start gap-5 md:grid-cols-2">
          <PasswordField
            {...form.field("newPassword")}
            label="New password"
            hint={`At least ${MIN_PASSWORD_LENGTH} characters`}
            autoComplete="new-password"
          />
          <PasswordField
            {...form.field("confirmation")}
            label="Confirm new password"
            hint="Type it once more"
            autoComplete="new-password"
          />
        </div>
        <SubmitButton isBusy={form.isBusy} className="md:justify-self-start">
          Change Password
        </SubmitButton>
      </form>
    </Section>
  );
}
