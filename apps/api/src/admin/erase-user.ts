import { eraseUser as eraseRows } from "@studbook/db/queries/erase-user";
import { findOpenAttempt } from "@studbook/db/queries/payment-attempts";
import { DomainError } from "@studbook/domain/errors";
import type { ErasedUser } from "@studbook/domain/schemas/admin";
import { recordAudit } from "../audit/record-audit.ts";
import { auditActor, lockTarget, type Operator } from "./operator.ts";

/**
 * Permanently erases an account with its ads, photos and sessions. Payments are kept without a user, so that a later
 * refund can still be recorded. Audit records keep their IDs. The username becomes available again.
 *
 * @throws DomainError USER_NOT_FOUND, FORBIDDEN for an admin, PAYMENT_UNDER_WAY, NOT_SIGNED_IN
 */
export function eraseUser(operator: Operator, userId: string): Promise<ErasedUser> {
  return operator.db.transaction().execute(async (tx) => {
    const user = await lockTarget(tx, operator, userId);
    checkMayErase(user);
    // The open payment may still succeed, and then would belong to nobody.
    if (await findOpenAttempt(tx, user.id)) throw paymentUnderWay();
    const erased = await eraseRows(tx, user.id);
    const { details, ...acted } = auditActor(operator);
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
  if (isAdmin)
    throw new DomainError(
      "FORBIDDEN",
      "An admin cannot be erased. Revoke the user's admin rights first.",
    );
}

function paymentUnderWay(): DomainError {
  return new DomainError(
    "PAYMENT_UNDER_WAY",
    "This user has started a payment that may still succeed. Deactivate the account so that no other payment " +
      "starts, and erase it after 24 hours.",
  );
}
