import { useQuery } from "@tanstack/react-query";
import { emailStatus } from "../../features/account/email-status.ts";
import type { Data } from "../../trpc.ts";
import { RemoveVerifiedEmail } from "./remove-verified-email.tsx";

/** Where password resets and notices go, and the way to end that; nothing without a verified address. */
export function VerifiedEmail({ data, username }: { data: Data; username: string }) {
  const { data: status } = useQuery(emailStatus(data));
  if (!status?.verifiedEmail) return null;
  const { email, isVerified, verifiedEmail } = status;
  return (
    <div className="grid justify-items-start gap-1">
      <p className="[overflow-wrap:anywhere]">
        {isVerified ? (
          "Password resets and notices go to your verified email address."
        ) : (
          <>
            Password resets and notices still go to <b>{verifiedEmail}</b>
            {email === null ? "." : ", until you verify the new address."}
          </>
        )}
      </p>
      <RemoveVerifiedEmail username={username} email={verifiedEmail} />
    </div>
  );
}
