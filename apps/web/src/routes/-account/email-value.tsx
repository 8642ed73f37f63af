import { VERIFICATION_HOURS } from "@studbook/domain/emailed-links";
import { Badge } from "@studbook/ui/badge";
import { Button } from "@studbook/ui/button";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { emailStatus } from "../../features/account/email-status.ts";
import { useAction } from "../../features/forms/use-action.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import type { Data } from "../../trpc.ts";

/** The newest address and whether it is verified. If not, a button sends the link again. */
export function EmailValue({ data, email }: { data: Data; email: string | null }) {
  const { data: status } = useQuery(emailStatus(data));
  if (email === null) return "–";
  return (
    <>
      {email}
      {status?.email === email && (
        <span className="mt-1 flex flex-wrap items-center gap-x-2">
          {status.isVerified ? (
            <Badge tone="success">
              <CircleCheck className="size-4" />
              Confirmed
            </Badge>
          ) : (
            <>
              <Badge tone="muted">Not confirmed yet</Badge>
              <SendLink email={email} />
            </>
          )}
        </span>
      )}
    </>
  );
}

function SendLink({ email }: { email: string }) {
  const { run, isPending } = useAction("account.requestEmailVerification");
  const send = async () => {
    const { isDone } = await run({});
    if (!isDone) return;
    const text = `Open the link we sent to ${email} within ${VERIFICATION_HOURS} hours.`;
    await showToast({ title: "Link sent", text, tone: "success" });
  };
  return (
    <Button
      variant="bare"
      size="small"
      aria-disabled={isPending || undefined}
      onClick={() => !isPending && void send()}
    >
      {isPending ? "One moment…" : "Send Link Again"}
    </Button>
  );
}
