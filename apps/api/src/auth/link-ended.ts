import { DomainError } from "@studbook/domain/errors";

/** Of a link that was used, is too old, has a newer one, or never was one. */
export function linkEnded(): DomainError {
  return new DomainError("LINK_ENDED", "This link no longer works. Please ask for a new one.");
}
