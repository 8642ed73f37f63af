import { DEMO_LOCK, withAdvisoryLock } from "@studbook/db/advisory-lock";
import type { Db } from "@studbook/db/client";
import { foldAdCounts } from "@studbook/db/queries/ad-counts";
import { type DemoRows, insertDemoRows } from "@studbook/db/queries/demo-rows";
import { foldTotals } from "@studbook/db/queries/totals";
import { findUserByUsername } from "@studbook/db/queries/users";
import { generateDemo } from "@studbook/demo/demo-data";
import { demoPhotoId } from "@studbook/demo/photo-id";
import { HEIGHT, WIDTH } from "@studbook/demo/portraits/svg";
import type { DemoData } from "@studbook/demo/types";
import { photoPath } from "@studbook/domain/photos";
import { Argon2id } from "oslo/password";

export const DEMO_ACCOUNTS = ["admin", "basic", "premium", "expired"] as const;
export const DEMO_PASSWORD = "stud-demo";

const SEED = 43;
/** An estimate of a photo's files together, until they are drawn and counted. */
const USUAL_BYTES = 150_000;

/**
 * Puts the demo's accounts and listings in, once: of several processes one does it while the others
 * wait. All rows come in one transaction, so a start that was cut off leaves none.
 *
 * @returns whether this call loaded them
 */
export function loadDemo(parts: {
  db: Db;
  now: Date;
  /** Told when there is something to load. */
  onBegin: () => void;
}): Promise<boolean> {
  const { db, now, onBegin } = parts;
  return withAdvisoryLock(db, DEMO_LOCK, async (connection) => {
    if (await findUserByUsername(connection, "admin")) return false;
    onBegin();
    const data = generateDemo({ seed: SEED, now });
    const password = await new Argon2id().hash(DEMO_PASSWORD);
    const rows = toRows(data, password);
    await connection.transaction().execute((tx) => insertDemoRows(tx, rows));
    await foldAdCounts(connection);
    await foldTotals(connection);
    return true;
  });
}

/** The rows of the demo. Only its named accounts can be signed in to, with the password of this hash. */
function toRows({ users, ads, payments }: DemoData, password: string): DemoRows {
  const named = new Set<string>(DEMO_ACCOUNTS);
  const adCounts = Map.groupBy(ads, ({ userId }) => userId);
  return {
    users: users.map((user) => ({
      ...user,
      adCount: adCounts.get(user.id)?.length ?? 0,
      password: named.has(user.username) ? password : "!",
      verifiedEmail: named.has(user.username) ? user.email : null,
    })),
    ads: ads.map(({ photos, ...ad }) => ({
      ...ad,
      images: photos.map((job) => photoPath(demoPhotoId(ad.id, job), 1600)),
      updatedAt: ad.createdAt,
    })),
    photos: ads.flatMap(({ id: adId, userId, photos }) =>
      photos.map((job) => ({
        ...{ id: demoPhotoId(adId, job), userId, adId },
        ...{ width: WIDTH, height: HEIGHT, bytes: USUAL_BYTES },
      })),
    ),
    payments: payments.map(({ period, ...payment }) => ({
      ...payment,
      periodFrom: period?.from ?? null,
      periodTo: period?.to ?? null,
    })),
  };
}
