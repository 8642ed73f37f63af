import { z } from "@studbook/domain/z";
import { buttonClass } from "@studbook/ui/button";
import { Card } from "@studbook/ui/card";
import { Link, useRouter } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { findErrorCode } from "../../error-code.ts";
import { EMAIL_STATUS_KEY } from "../account/email-status.ts";
import { FormProblems } from "../forms/form-problems.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useSendForm } from "../forms/use-send-form.ts";
import { LinkEnded } from "./link-ended.tsx";
import { useLinkToken } from "./use-link-token.ts";

const Nothing = z.object({});

/** Says with the link of a mail that its address is one's own; whoever is signed in, or nobody. */
export function VerifyForm({ token: given }: { token: string | undefined }) {
  const router = useRouter();
  const { token, isMissing } = useLinkToken(given);
  const [outcome, setOutcome] = useState<"verified" | "ended">();
  const form = useSendForm({
    schema: Nothing,
    defaultValues: {},
    send: async () => {
      const { data } = router.options.context;
      const client = await data.getClient();
      try {
        await client.auth.verifyEmail.mutate({ token });
      } catch (error) {
        if (findErrorCode(error) !== "LINK_ENDED") throw error;
        return setOutcome("ended");
      }
      data.queryClient.removeQueries({ queryKey: EMAIL_STATUS_KEY });
      setOutcome("verified");
    },
  });
  if (outcome === "verified") {
    return (
      <Card className="grid justify-items-start gap-4 p-5 md:p-8" role="status">
        <p className="flex items-center gap-2.5 font-semibold">
          <CircleCheck className="size-6 flex-none text-success" />
          Your email address is verified.
        </p>
        <Link to="/account" className={buttonClass()}>
          Go to My Account
        </Link>
      </Card>
    );
  }
  if (outcome === "ended" || isMissing) {
    return <LinkEnded to="/account">Ask for a New Link on My Account</LinkEnded>;
  }
  return (
    <Card className="grid gap-5 p-5 md:p-8">
      <p>Press the button to tell us that the address which got this link is yours.</p>
      <form noValidate method="post" onSubmit={form.submit} className="grid gap-5">
        <FormProblems form={form} />
        <SubmitButton isBusy={form.isBusy} className="md:justify-self-start">
          Verify Email Address
        </SubmitButton>
      </form>
    </Card>
  );
}
