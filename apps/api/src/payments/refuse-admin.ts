import { DomainError } from "@studbook/domain/errors";
import type { Viewer } from "../auth/viewer.ts";

/** Keeps admins, who need no membership, from buying one. Throws DomainError FORBIDDEN. */
export function refuseAdmin({ isAdmin }: Viewer): void {
  if (isAdmin) throw new DomainError("FORBIDDEN", "Admins do not need a membership.");
}
