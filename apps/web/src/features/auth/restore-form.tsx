import { z } from "@studbook/domain/schemas/z";
import { Card } from "@studbook/ui/card";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { findErrorCode } from "../../error-code.ts";
import { useMutation } from "../../use-mutation.ts";
import { FormProblems } from "../forms/form-problems.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useSendForm } from "../forms/use-send-form.ts";
import { LinkDone } from "./link-done.tsx";
import { LinkEnded } from "./link-ended.tsx";
import { forgetSession, tellOtherTabs } from "./session.ts";
import { useLinkToken } from "./use-link-token.ts";

const NoFields = z.object({});

/** Restores an earlier verified address with a link from an email. This ends every session of the account. */
export function RestoreForm({ token: given }: { token: string | undefined }) {
  const router = useRouter();
  const { mutate } = useMutation("auth.restoreEmail");
  const { token, isMissing } = useLinkToken(given);
  const [outcome, setOutcome] = useState<"restored" | "ended">();
  const form = useSendForm({
    schema: NoFields,
    defaultValues: {},
    send: async () => {
      try {
        await mutate({ token });
      } catch (error) {
        if (findErrorCode(error) !== "LINK_ENDED") throw error;
        return setOutcome("ended");
      }
      setOutcome("restored");
      tellOtherTabs(undefined);
      await forgetSession(router);
    },
  });
  if (outcome === "restored") {
    return (
      <LinkDone
        title="Your email address is restored"
        next={{ to: "/forgot-password", words: "Ask for Another Link" }}
      >
        <p>
          Everyone is signed out, and the old password no longer works. We sent this address a link
          to set a new one. It works once, for 24 hours. A closed account gets no link.
        </p>
      </LinkDone>
    );
  }
  if (outcome === "ended" || isMissing) return <LinkEnded to="/contact">Contact Us</LinkEnded>;
  return (
    <Card className="grid gap-5 p-5 md:p-8">
      <p>
        The address that got this link was the verified address of your account. Press the button to
        make it the verified address again.
      </p>
      <ul className="list-disc space-y-1 pl-5">
        <li>Addresses that came later are removed, and their links stop working.</li>
        <li>Everyone is signed out of your account, on every device.</li>
        <li>Your password stops working. We send a link to this address that sets a new one.</li>
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
