import { createAdmin, createMember, PASSWORD, signInAs } from "@studbook/api/test/test-app";
import { createStudbookClient, type StudbookClient } from "@studbook/client";
import type { Db } from "@studbook/db/client";
import { readClock } from "@studbook/db/clock";
import type { NewAdRow } from "@studbook/db/queries/ads";
import { attachPhotos } from "@studbook/db/queries/photos";
import { createAd, createCoupon, createPayment } from "@studbook/db/test/factories";
import { addOneYear } from "@studbook/domain/membership";
import { findPhotoId } from "@studbook/domain/photo-id";
import type { Tier } from "@studbook/domain/plans";
import type { Ad } from "@studbook/domain/schemas/ad";
import sharp from "sharp";

/** A user and a client that is signed in as that user. */
export type Member = { id: string; username: string; password: string; client: StudbookClient };

type MemberFields = {
  /** Default: premium. null means no membership. */
  tier?: Tier | null;
  /** Default: in a year. A past date means an expired membership. */
  expiresAt?: Date;
  username?: string;
  email?: string;
  verifiedEmail?: string;
};

export type Factories = ReturnType<typeof createFactories>;

/** Returns one function per entity. Their defaults are valid. */
export function createFactories(db: Db, baseUrl: string) {
  const clientWith = (cookie: string) => createStudbookClient({ baseUrl, cookie });

  return {
    /** Creates a signed-in member, by default with Premium for a year, without a payment record. */
    async createMember({
      tier = "premium",
      expiresAt,
      ...rest
    }: MemberFields = {}): Promise<Member> {
      const until = expiresAt ?? addOneYear(await readClock(db));
      const { cookie, ...member } = await createMember(db, {
        ...rest,
        membershipTier: tier,
        membershipExpiresAt: tier && until,
      });
      return { ...member, password: PASSWORD, client: clientWith(cookie) };
    },

    /** Creates a signed-in admin. */
    async createAdmin(): Promise<Pick<Member, "id" | "client">> {
      const { id, cookie } = await createAdmin(db);
      return { id, client: clientWith(cookie) };
    },

    /** Signs a user in on another device. */
    async createSession({ id }: Pick<Member, "id">): Promise<StudbookClient> {
      return clientWith(await signInAs(db, id));
    },

    /** Uploads a photo and returns its URL, for the `images` of a new ad. */
    createPhoto,

    /** Creates an ad with a photo, regardless of the owner's membership. */
    async createAd(owner: Member, fields: Partial<NewAdRow> = {}): Promise<Ad> {
      const images = fields.images ?? [await createPhoto(owner)];
      const ad = await createAd(db, owner.id, { ...fields, images });
      const photoIds = images.flatMap((url) => findPhotoId(url) ?? []);
      await db.transaction().execute((tx) => attachPhotos(tx, ad.id, photoIds));
      return ad;
    },

    /** Stores a payment without activating a membership. Default: a successful $59 payment for Premium. */
    createPayment: (
      { id }: Pick<Member, "id">,
      fields?: Pick<
        Parameters<typeof createPayment>[2] & object,
        "amount" | "membershipTier" | "status"
      >,
    ) => createPayment(db, id, fields),

    /** Creates a coupon that every user can use once. Default: 50% off. */
    createCoupon: (fields?: Parameters<typeof createCoupon>[1]) => createCoupon(db, fields),
  };
}

async function createPhoto({ client }: Pick<Member, "client">): Promise<string> {
  const create = { width: 40, height: 30, channels: 3, background: "#24503f" } as const;
  const jpeg = await sharp({ create }).jpeg().toBuffer();
  const [url = ""] = await client.uploadPhotos([new File([jpeg], "photo.jpg")]);
  return url;
}
