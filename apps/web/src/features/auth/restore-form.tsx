import { LAST_RESET_HOURS } from "@studbook/domain/emailed-links";
import { z } from "@studbook/domain/schemas/z";
import { Card } from "@studbook/ui/card";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { findErrorCode } from "../../error-code.ts";
import { useMutation } from "../../use-mutation.ts";
import { FormProblems } from "../forms/form-problems.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useSendForm } from "../forms/use-send-form.ts";
import { LinkInvalid, LinkSucceeded } from "./link-result.tsx";
import { forgetSession, notifyOtherTabs } from "./session.ts";
import { useLinkToken } from "./use-link-token.ts";

const NoFields = z.object({});

/** Restores an earlier verified address with a link from an email, which ends every session of the account. */
export function RestoreForm({ token: given }: { token: string | undefined }) {
  const router = useRouter();
  const { mutate } = useMutation("auth.restoreEmail");
  const { token, isMissing } = useLinkToken(given);
  const [outcome, setOutcome] = useState<"restored" | "invalid">();
  const form = useSendForm({
    schema: NoFields,
    defaultValues: {},
    send: async () => {
      try {
        await mutate({ token });
      } catch (error) {
        if (findErrorCode(error) !== "LINK_ENDED") throw error;
        return setOutcome("invalid");
      }
      setOutcome("restored");
      notifyOtherTabs(undefined);
      await forgetSession(router);
    },
  });
  if (outcome === "restored") {
    return (
      <LinkSucceeded
        title="Your email address has been restored"
        next={{ to: "/forgot-password", label: "Request Another Link" }}
      >
        <p>
          All devices have been signed out, and the old password no longer works. We emailed a link
          to set a new password to the restored address. The link works once and expires in{" "}
          {LAST_RESET_HOURS} hours. We do not send a link if the account is closed.
        </p>
        <p>Didn&rsquo;t get it?</p>
      </LinkSucceeded>
    );
  }
  if (outcome === "invalid" || isMissing)
    return <LinkInvalid to="/contact">Contact Us</LinkInvalid>;
  return (
    <Card className="grid gap-5 p-5 md:p-8">
      <p>
        The address that received this link used to be your account&rsquo;s confirmed address. Press
        the button to make it the confirmed address again. When you do:
      </p>
      <ul className="list-disc space-y-1 pl-5">
        <li>Addresses added later are removed, and their links stop working.</li>
        <li>Your account is signed out on all devices.</li>
        <li>Your password stops working. We will email you a link to set a new one.</li>
      </ul>
      <form noValidate method="post" onSubmit={form.submit} className="grid gap-5">
        <FormProblems form={form} />
        <SubmitButton isBusy={form.isBusy} className="md:justify-self-start">
          Restore This Address
        </SubmitButton>
      </form>
    </Card>
  );
}
