import type { EmailPurpose } from "@studbook/db/queries/email-tokens";
import { DomainError } from "@studbook/domain/errors";

/** For a link that was used or voided, is too old, or never was one. */
export function linkEnded(purpose: EmailPurpose): DomainError {
  // Links that restore an address are only sent, never asked for.
  const advice = purpose === "restore-email" ? "Please contact us." : "Please ask for a new one.";
  return new DomainError("LINK_ENDED", `This link no longer works. ${advice}`);
}
