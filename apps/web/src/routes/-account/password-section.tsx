import { PasswordField } from "@studbook/ui/password-field";
import { FormProblems } from "../../features/forms/form-problems.tsx";
import { useGuardedChanges } from "../../features/forms/leave-guard.tsx";
import { SubmitButton } from "../../features/forms/submit-button.tsx";
import { useSendForm } from "../../features/forms/use-send-form.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import { api } from "../../member-api.ts";
import { PasswordFields } from "./password-fields.ts";
import { Section } from "./section.tsx";

export function PasswordSection({ username }: { username: string }) {
  const change = api.account.changePassword.useMutation();
  const form = useSendForm({
    schema: PasswordFields,
    defaultValues: { currentPassword: "", newPassword: "", confirmation: "" },
    send: async ({ currentPassword, newPassword }) => {
      await change.mutateAsync({ currentPassword, newPassword });
      form.form.reset();
      await showToast({ title: "Password changed successfully", tone: "success" });
    },
  });
  useGuardedChanges(form.form.formState.isDirty);
  return (
    <Section>
      <h2>Change password</h2>
      <form noValidate method="post" onSubmit={form.submit} className="grid gap-5">
        <FormProblems form={form} />
        {/* For password managers, which save a password under a name. */}
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
            hint="At least 6 characters"
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
