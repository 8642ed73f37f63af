import { DomainError } from "@studbook/domain/errors";

/** For a link that was used or voided, is too old, or never was one. */
export function linkEnded(): DomainError {
  return new DomainError("LINK_ENDED", "This link no longer works. Please ask for a new one.");
}
