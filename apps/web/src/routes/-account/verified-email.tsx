import { CurrentPassword } from "@studbook/domain/schemas/account";
import { Button } from "@studbook/ui/button";
import { DialogForm, FormDialog } from "@studbook/ui/form-dialog";
import { PasswordField } from "@studbook/ui/password-field";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { EMAIL_STATUS_KEY, emailStatus } from "../../features/account/email-status.ts";
import { CURRENT_USER_KEY } from "../../features/auth/current-user.ts";
import { FormProblems } from "../../features/forms/form-problems.tsx";
import { SubmitButton } from "../../features/forms/submit-button.tsx";
import { useSendForm } from "../../features/forms/use-send-form.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import type { Data } from "../../trpc.ts";
import { useMutation } from "../../use-mutation.ts";

/** The verified address and a button that removes it. Renders nothing if there is no verified address. */
export function VerifiedEmail({ data, username }: { data: Data; username: string }) {
  const { data: status } = useQuery(emailStatus(data));
  if (!status?.verifiedEmail) return null;
  const { email, isVerified, verifiedEmail } = status;
  return (
    <div className="grid justify-items-start gap-1">
      <p className="[overflow-wrap:anywhere]">
        {isVerified ? (
          "Password resets and notices go to your confirmed email address."
        ) : (
          <>
            Password resets and notices still go to <b>{verifiedEmail}</b>
            {email === null ? "." : " until you confirm the new address."}
          </>
        )}
      </p>
      <RemoveVerifiedEmail username={username} email={verifiedEmail} />
    </div>
  );
}

type RemoveVerifiedEmailProps = { username: string; email: string };

/** Removes the verified address after asking for the password. */
function RemoveVerifiedEmail({ username, email }: RemoveVerifiedEmailProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <FormDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button variant="bare" size="small" className="-ml-3.5">
          Remove Confirmed Address
        </Button>
      }
      title="Remove your confirmed address?"
      text={`We will email ${email} a link to restore it. Without a confirmed address, you cannot reset a forgotten password.`}
    >
      <RemoveForm username={username} onDone={() => setOpen(false)} />
    </FormDialog>
  );
}

function RemoveForm({ username, onDone }: { username: string; onDone: () => void }) {
  const queryClient = useQueryClient();
  const { mutate } = useMutation("account.removeVerifiedEmail");
  const form = useSendForm({
    schema: CurrentPassword,
    defaultValues: { password: "" },
    send: async ({ password }) => {
      await mutate({ password });
      await queryClient.invalidateQueries({ queryKey: CURRENT_USER_KEY });
      await queryClient.invalidateQueries({ queryKey: EMAIL_STATUS_KEY });
      onDone();
      await showToast({ title: "Confirmed address removed", tone: "success" });
    },
  });
  return (
    <DialogForm
      onSubmit={form.submit}
      footer={
        <>
          <Button variant="quiet" onClick={onDone}>
            Cancel
          </Button>
          <SubmitButton variant="danger" isBusy={form.isBusy}>
            Remove Address
          </SubmitButton>
        </>
      }
    >
      <FormProblems form={form} />
      {/* Password managers save a password under a username. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField {...form.field("password")} label="Password" autoComplete="current-password" />
    </DialogForm>
  );
}
