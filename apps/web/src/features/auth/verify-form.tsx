import { CurrentPassword } from "@studbook/domain/schemas/account";
import { Card } from "@studbook/ui/card";
import { PasswordField } from "@studbook/ui/password-field";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { findErrorCode } from "../../error-code.ts";
import { useMutation } from "../../use-mutation.ts";
import { EMAIL_STATUS_KEY } from "../account/email-status.ts";
import { FormProblems } from "../forms/form-problems.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useSendForm } from "../forms/use-send-form.ts";
import { LinkInvalid, LinkSucceeded } from "./link-result.tsx";
import { useLinkToken } from "./use-link-token.ts";

/** Verifies an address with a link from an email and the account's password. It needs no session. */
export function VerifyForm({ token: given }: { token: string | undefined }) {
  const queryClient = useQueryClient();
  const { mutate } = useMutation("auth.verifyEmail");
  const { token, isMissing } = useLinkToken(given);
  const [outcome, setOutcome] = useState<"verified" | "invalid">();
  const form = useSendForm({
    schema: CurrentPassword,
    defaultValues: { password: "" },
    send: async ({ password }) => {
      try {
        await mutate({ token, password });
      } catch (error) {
        if (findErrorCode(error) !== "LINK_ENDED") throw error;
        return setOutcome("invalid");
      }
      queryClient.removeQueries({ queryKey: EMAIL_STATUS_KEY });
      setOutcome("verified");
    },
  });
  if (outcome === "verified") {
    return (
      <LinkSucceeded
        title="Your email address is verified"
        next={{ to: "/account", label: "Go to My Account" }}
      />
    );
  }
  if (outcome === "invalid" || isMissing) {
    return <LinkInvalid to="/account">Request a New Link on My Account</LinkInvalid>;
  }
  return (
    <Card className="grid gap-5 p-5 md:p-8">
      <p>Enter your password to confirm that the address that received this link is yours.</p>
      <form noValidate method="post" onSubmit={form.submit} className="grid gap-5">
        <FormProblems form={form} />
        <PasswordField
          {...form.field("password")}
          label="Password"
          hint="Your Studbook password"
          autoComplete="current-password"
        />
        <SubmitButton isBusy={form.isBusy} className="md:justify-self-start">
          Verify Email Address
        </SubmitButton>
      </form>
    </Card>
  );
}
