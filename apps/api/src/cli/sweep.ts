import { foldAdCounts, sweepExpiredAds } from "@studbook/db/queries/ad-counts";
import { deleteEndedEmailTokens } from "@studbook/db/queries/email-tokens";
import { deleteOldMails } from "@studbook/db/queries/mails";
import { deleteExpiredSessions } from "@studbook/db/queries/sessions";
import { foldTotals } from "@studbook/db/queries/totals";
import { deleteEndedTries } from "@studbook/db/queries/tries";
import { deleteEndedUploadAttempts } from "@studbook/db/queries/upload-attempts";
import type { Enqueue } from "../jobs/boss.ts";
import { deleteUnusedPhotos, type PhotoJobParts } from "../jobs/delete-unused-photos.ts";
import { makePhotosPrivate } from "../jobs/make-photos-private.ts";
import { remindMembers } from "../mail/mail-jobs.ts";

const BATCH = 500;

/** Does all that the jobs of the servers do, to its end. Answers how many of each there were. */
export async function sweepAll(
  parts: PhotoJobParts & { enqueue: Enqueue },
): Promise<Record<string, number>> {
  const { db } = parts;
  let endedAds = 0;
  for (let swept = 1; swept > 0; endedAds += swept) swept = await sweepExpiredAds(db, BATCH);
  return {
    endedAds,
    foldedCounts: await foldAdCounts(db),
    foldedTotals: await foldTotals(db),
    unusedPhotos: await deleteUnusedPhotos(parts),
    endedSessions: await deleteExpiredSessions(db),
    endedTries: await deleteEndedTries(db),
    endedUploadAttempts: await deleteEndedUploadAttempts(db),
    photosMadePrivate: await makePhotosPrivate(parts),
    reminders: await remindMembers(parts),
    oldMails: await deleteOldMails(db),
    endedLinks: await deleteEndedEmailTokens(db),
  };
}
