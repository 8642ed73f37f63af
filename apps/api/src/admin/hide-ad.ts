import type { Db, Tx } from "@studbook/db/client";
import { findAdOwner, setAdHidden } from "@studbook/db/queries/ads";
import { DomainError } from "@studbook/domain/errors";
import { isSampleAd } from "@studbook/domain/samples";
import { adNotFound } from "../ads/own-ad.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { actedBy, lockTarget, type Operator } from "./operator.ts";

/**
 * Hides an ad from everyone but its owner, who reads the reason, and admins. Hiding it once more
 * changes the reason.
 *
 * @throws DomainError AD_NOT_FOUND, FORBIDDEN for a sample ad, NOT_SIGNED_IN
 */
export async function hideAd(operator: Operator, adId: string, reason: string): Promise<void> {
  await operator.db.transaction().execute(async (tx) => {
    await lockAd(tx, operator, adId);
    await setAdHidden(tx, adId, reason);
    await recordAudit(tx, {
      ...actedBy(operator),
      action: "ad.hidden",
      subject: { type: "ad", id: adId },
    });
  });
}

/**
 * Shows a hidden ad again, as far as its owner's membership does. One that is not hidden stays as it is.
 *
 * @throws DomainError AD_NOT_FOUND, FORBIDDEN for a sample ad, NOT_SIGNED_IN
 */
export async function restoreAd(operator: Operator, adId: string): Promise<void> {
  await operator.db.transaction().execute(async (tx) => {
    const { isHidden } = await lockAd(tx, operator, adId);
    if (!isHidden) return;
    await setAdHidden(tx, adId, null);
    await recordAudit(tx, {
      ...actedBy(operator),
      action: "ad.restored",
      subject: { type: "ad", id: adId },
    });
  });
}

/** An ad that may be hidden or restored. Throws DomainError AD_NOT_FOUND, FORBIDDEN for a sample ad. */
export async function getHideableAd(
  db: Db,
  adId: string,
): Promise<{ userId: string; isHidden: boolean }> {
  const found = await findAdOwner(db, adId);
  if (!found) throw adNotFound();
  if (isSampleAd(adId.toLowerCase())) {
    throw new DomainError("FORBIDDEN", "The sample ads are always shown.");
  }
  return found;
}

async function lockAd(tx: Tx, operator: Operator, adId: string): Promise<{ isHidden: boolean }> {
  const { userId } = await getHideableAd(tx, adId);
  await lockTarget(tx, operator, userId);
  // Deleted, hidden or restored before the lock was had.
  return await getHideableAd(tx, adId);
}
