import type { Db, Tx } from "@studbook/db/client";
import { findAdOwner, setAdHidden } from "@studbook/db/queries/ads";
import { DomainError } from "@studbook/domain/errors";
import { isSampleAd } from "@studbook/domain/samples";
import { adNotFound } from "../ads/get-viewer-ad.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { auditActor, lockTarget, type Operator } from "./operator.ts";

/**
 * Hides an ad from everyone except its owner, who sees the reason, and admins. Hiding a hidden ad changes the reason.
 *
 * @throws DomainError AD_NOT_FOUND, FORBIDDEN for a sample ad, NOT_SIGNED_IN
 */
export async function hideAd(operator: Operator, adId: string, reason: string): Promise<void> {
  await operator.db.transaction().execute(async (tx) => {
    await lockAd(tx, operator, adId);
    await setAdHidden(tx, adId, reason);
    await recordAudit(tx, {
      ...auditActor(operator),
      action: "ad.hidden",
      subject: { type: "ad", id: adId },
    });
  });
}

/**
 * Makes a hidden ad public again if its owner's membership is active. Does nothing if the ad is not hidden.
 *
 * @throws DomainError AD_NOT_FOUND, FORBIDDEN for a sample ad, NOT_SIGNED_IN
 */
export async function restoreAd(operator: Operator, adId: string): Promise<void> {
  await operator.db.transaction().execute(async (tx) => {
    const { isHidden } = await lockAd(tx, operator, adId);
    if (!isHidden) return;
    await setAdHidden(tx, adId, null);
    await recordAudit(tx, {
      ...auditActor(operator),
      action: "ad.restored",
      subject: { type: "ad", id: adId },
    });
  });
}

/** Returns an ad that can be hidden or restored. Throws DomainError AD_NOT_FOUND, FORBIDDEN for a sample ad. */
export async function getHideableAd(
  db: Db,
  adId: string,
): Promise<{ userId: string; isHidden: boolean }> {
  const ad = await findAdOwner(db, adId);
  if (!ad) throw adNotFound();
  if (isSampleAd(adId.toLowerCase())) {
    throw new DomainError("FORBIDDEN", "The sample ads cannot be hidden.");
  }
  return ad;
}

async function lockAd(tx: Tx, operator: Operator, adId: string): Promise<{ isHidden: boolean }> {
  const { userId } = await getHideableAd(tx, adId);
  await lockTarget(tx, operator, userId);
  // The ad may have been deleted, hidden or restored before the lock was acquired.
  return await getHideableAd(tx, adId);
}
