import { eraseUser as eraseRows } from "@studbook/db/queries/erase-user";
import { findOpenAttempt } from "@studbook/db/queries/payment-attempts";
import { DomainError } from "@studbook/domain/errors";
import type { ErasedUser } from "@studbook/domain/schemas/admin";
import { recordAudit } from "../audit/record-audit.ts";
import { actedBy, lockTarget, type Operator } from "./operator.ts";

/**
 * Erases a person for good: the account with its ads, photos and sessions. Payments stay without a name, and
 * a later refund of one is still recorded; the audit log stays with its ids. The user name is free again.
 *
 * @throws DomainError USER_NOT_FOUND, FORBIDDEN for an admin, PAYMENT_UNDER_WAY, NOT_SIGNED_IN
 */
export function eraseUser(operator: Operator, userId: string): Promise<ErasedUser> {
  return operator.db.transaction().execute(async (tx) => {
    const user = await lockTarget(tx, operator, userId);
    checkMayErase(user);
    // Its card may be charged at any moment, and the money would be nobody's.
    if (await findOpenAttempt(tx, user.id)) throw paymentUnderWay();
    const erased = await eraseRows(tx, user.id);
    const { details, ...acted } = actedBy(operator);
    await recordAudit(tx, {
      ...acted,
      action: "user.erased",
      subject: { type: "user", id: user.id },
      details: { ...details, ...erased },
    });
    return erased;
  });
}

/** Throws DomainError FORBIDDEN for an admin. */
export function checkMayErase({ isAdmin }: { isAdmin: boolean }): void {
  if (isAdmin) throw new DomainError("FORBIDDEN", "An admin cannot be erased.");
}

function paymentUnderWay(): DomainError {
  return new DomainError(
    "PAYMENT_UNDER_WAY",
    "This user has begun a payment that may still go through. It is over within 24 hours: deactivate " +
      "the account, so that no other begins, and erase it then.",
  );
}
