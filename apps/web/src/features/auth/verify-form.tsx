import { CurrentPassword } from "@studbook/domain/schemas/account";
import { z } from "@studbook/domain/schemas/z";
import { Card } from "@studbook/ui/card";
import { PasswordField } from "@studbook/ui/password-field";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMutation } from "../../use-mutation.ts";
import { EMAIL_STATUS_KEY } from "../account/email-status.ts";
import { describeFailure } from "../forms/describe-failure.ts";
import { FormProblems } from "../forms/form-problems.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useSendForm } from "../forms/use-send-form.ts";
import { LinkInvalid, LinkSucceeded } from "./link-result.tsx";
import { useLinkToken } from "./use-link-token.ts";

const NoPassword = z.object({ password: z.string() });

type VerifyFormProps = {
  token: string | undefined;
  /** The address was given at the sign-up, so its link usually needs no password. */
  isFromSignUp: boolean;
};

/** Verifies an address with a link from an email and the account's password. It needs no session. */
export function VerifyForm({ token: given, isFromSignUp }: VerifyFormProps) {
  const queryClient = useQueryClient();
  const { mutate } = useMutation("auth.verifyEmail");
  const { token, isMissing } = useLinkToken(given);
  const [outcome, setOutcome] = useState<"verified" | "invalid">();
  const [needsPassword, setNeedsPassword] = useState(!isFromSignUp);
  const form = useSendForm({
    schema: needsPassword ? CurrentPassword : NoPassword,
    defaultValues: { password: "" },
    send: async ({ password }) => {
      try {
        await mutate(needsPassword ? { token, password } : { token });
      } catch (error) {
        const { code, issues } = describeFailure(error);
        if (code === "LINK_ENDED") return setOutcome("invalid");
        if (issues.some(({ path }) => path === "password")) setNeedsPassword(true);
        throw error;
      }
      queryClient.removeQueries({ queryKey: EMAIL_STATUS_KEY });
      setOutcome("verified");
    },
  });
  if (outcome === "verified") {
    return (
      <LinkSucceeded
        title="Your email address is confirmed"
        next={{ to: "/account", label: "Go to My Account" }}
      />
    );
  }
  if (outcome === "invalid" || isMissing) {
    return <LinkInvalid to="/account">Request a New Link on My Account</LinkInvalid>;
  }
  return (
    <Card className="grid gap-5 p-5 md:p-8">
      <p>
        {needsPassword
          ? "Enter your password to confirm that the address that received this link is yours."
          : "Press the button to confirm that the address that received this link is yours."}
      </p>
      <form noValidate method="post" onSubmit={form.submit} className="grid gap-5">
        <FormProblems form={form} />
        {needsPassword && (
          <PasswordField
            {...form.field("password")}
            label="Password"
            hint="Your Studbook password"
            autoComplete="current-password"
          />
        )}
        <SubmitButton isBusy={form.isBusy} className="md:justify-self-start">
          Confirm Email Address
        </SubmitButton>
      </form>
    </Card>
  );
}
