import { PasswordResetRequest } from "@studbook/domain/schemas/account";
import { Card } from "@studbook/ui/card";
import { TextField } from "@studbook/ui/text-field";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useMutation } from "../../use-mutation.ts";
import { FormProblems } from "../forms/form-problems.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useSendForm } from "../forms/use-send-form.ts";

/** Asks for a link that sets a new password. The answer is the same whether or not the account exists. */
export function ForgotForm() {
  const { mutate } = useMutation("auth.requestPasswordReset");
  const [isSent, setIsSent] = useState(false);
  const form = useSendForm({
    schema: PasswordResetRequest,
    defaultValues: { account: "" },
    send: async (request) => {
      await mutate(request);
      setIsSent(true);
    },
  });
  return (
    <Card className="grid gap-5 p-5 md:p-8">
      {isSent ? (
        <Sent />
      ) : (
        <form noValidate method="post" onSubmit={form.submit} className="grid gap-5">
          <FormProblems form={form} />
          <TextField
            {...form.field("account")}
            label="Username or email"
            hint="We send a link to the verified email address of the account"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <SubmitButton isBusy={form.isBusy} className="md:justify-self-start">
            Send Link
          </SubmitButton>
        </form>
      )}
      <p className="border-t border-line pt-4">
        <Link to="/login" className="inline-flex min-h-11 items-center font-semibold">
          Back to Sign In
        </Link>
      </p>
    </Card>
  );
}

function Sent() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-3">
      <h2 ref={heading} tabIndex={-1}>
        Look at your email
      </h2>
      <p>
        If there is such an account and it has a verified email address, a link is on its way there.
        It works once. The mail says for how long.
      </p>
      <p>
        If we sent a link in the last 10 minutes, or 10 links in the last 24 hours, we do not send
        another: use the newest link that you have. Nothing there? Look in your spam folder, or
        write to us from the contact page.
      </p>
    </div>
  );
}
