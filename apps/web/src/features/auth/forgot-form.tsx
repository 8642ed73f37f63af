import { RESET_INTERVAL_MINUTES, RESETS_PER_DAY } from "@studbook/domain/emailed-links";
import { PasswordResetRequest } from "@studbook/domain/schemas/account";
import { Card } from "@studbook/ui/card";
import { TextField } from "@studbook/ui/text-field";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useMutation } from "../../use-mutation.ts";
import { FormProblems } from "../forms/form-problems.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useSendForm } from "../forms/use-send-form.ts";

/** Requests a password reset link. The result is the same whether or not the account exists. */
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
            hint="We will send a link to the account's confirmed email address"
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
        Check your email
      </h2>
      <p>
        If this account exists and has a confirmed email address, we have sent a link to it. The
        link works once, and the email says when it expires.
      </p>
      <p>
        If we already sent a link in the last {RESET_INTERVAL_MINUTES} minutes, or {RESETS_PER_DAY}{" "}
        links in the last 24 hours, we did not send another. Use the most recent one. No email?
        Check your spam folder, or reach us through the contact page.
      </p>
    </div>
  );
}
