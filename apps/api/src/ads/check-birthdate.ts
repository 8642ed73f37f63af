import { utcDay } from "@studbook/domain/age";
import { findFutureProblem } from "@studbook/domain/birthdate";
import { DomainError } from "@studbook/domain/errors";

/** Throws DomainError BAD_REQUEST if the birthdate is after `now`. */
export function checkBirthdate({ birthdate = "" }: { birthdate?: string | undefined }, now: Date) {
  const message = findFutureProblem(birthdate, utcDay(now));
  if (message === undefined) return;
  throw new DomainError("BAD_REQUEST", message, { issues: [{ path: "birthdate", message }] });
}
