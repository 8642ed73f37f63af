import { MIN_PASSWORD_LENGTH, PasswordReset } from "@studbook/domain/schemas/account";
import { strictObject } from "@studbook/domain/schemas/strict-object";
import { Card } from "@studbook/ui/card";
import { PasswordField } from "@studbook/ui/password-field";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { findErrorCode } from "../../error-code.ts";
import { useMutation } from "../../use-mutation.ts";
import { confirmation, NEW_PASSWORDS_DIFFER, PASSWORD_CHANGED } from "../forms/confirmation.ts";
import { FormProblems } from "../forms/form-problems.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useSendForm } from "../forms/use-send-form.ts";
import { showToast } from "../toasts/show-toast.ts";
import { LinkInvalid } from "./link-result.tsx";
import { endSession, notifyOtherTabs } from "./session.ts";
import { useLinkToken } from "./use-link-token.ts";

const NewPassword = strictObject({
  newPassword: PasswordReset.shape.newPassword,
  confirmation: confirmation("Confirm new password"),
}).refine((fields) => fields.newPassword === fields.confirmation, NEW_PASSWORDS_DIFFER);

/** Sets a new password with a link from an email, which ends every session of the account. */
export function ResetForm({ token: given }: { token: string | undefined }) {
  const router = useRouter();
  const { mutate } = useMutation("auth.resetPassword");
  const { token, isMissing } = useLinkToken(given);
  const [isInvalid, setIsInvalid] = useState(false);
  const form = useSendForm({
    schema: NewPassword,
    defaultValues: { newPassword: "", confirmation: "" },
    send: async ({ newPassword }) => {
      try {
        await mutate({ token, newPassword });
      } catch (error) {
        if (findErrorCode(error) !== "LINK_ENDED") throw error;
        return setIsInvalid(true);
      }
      notifyOtherTabs(undefined);
      await endSession(router, "/login");
      await showToast(PASSWORD_CHANGED);
    },
  });
  if (isInvalid || isMissing)
    return <LinkInvalid to="/forgot-password">Request a New Link</LinkInvalid>;
  return (
    <Card className="grid gap-5 p-5 md:p-8">
      <form noValidate method="post" onSubmit={form.submit} className="grid gap-5">
        <FormProblems form={form} />
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
        <p>Setting a new password signs you out on all devices.</p>
        <SubmitButton isBusy={form.isBusy} className="md:justify-self-start">
          Set New Password
        </SubmitButton>
      </form>
    </Card>
  );
}
