import { createAdmin, createMember, PASSWORD, signInAs } from "@studbook/api/test/test-app";
import { createStudbookClient, type StudbookClient } from "@studbook/client";
import type { Db } from "@studbook/db/client";
import { readClock } from "@studbook/db/clock";
import { attachPhotos } from "@studbook/db/queries/photos";
import { createAd, createCoupon, createPayment } from "@studbook/db/test/factories";
import { addOneYear } from "@studbook/domain/membership";
import { findPhotoId } from "@studbook/domain/photo-id";
import type { Tier } from "@studbook/domain/plans";
import type { Ad, NewAd } from "@studbook/domain/schemas/ad";
import sharp from "sharp";

/** Somebody with an account, and a client that they are signed in with. */
export type Member = { id: string; username: string; password: string; client: StudbookClient };

type MemberFields = {
  /** null has no membership; Premium by default. */
  tier?: Tier | null;
  /** In a year by default; what is past is expired. */
  expiresAt?: Date;
  username?: string;
  email?: string;
  verifiedEmail?: string;
};

export type Factories = ReturnType<typeof createFactories>;

/** What makes each entity of the product, valid unless a test asks for what is not. */
export function createFactories(db: Db, baseUrl: string) {
  const clientWith = (cookie: string) => createStudbookClient({ baseUrl, cookie });

  return {
    /** A member, signed in: Premium for a year by default, though no payment is kept for it. */
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

    /** An admin, signed in. */
    async createAdmin(): Promise<Pick<Member, "id" | "client">> {
      const { id, cookie } = await createAdmin(db);
      return { id, client: clientWith(cookie) };
    },

    /** A further session of somebody, as on another device. */
    async createSession({ id }: Pick<Member, "id">): Promise<StudbookClient> {
      return clientWith(await signInAs(db, id));
    },

    /** A photo that a member has uploaded and no ad has yet: its address, for `images`. */
    createPhoto,

    /** An ad of a member with a photo of its own, whatever the membership allows. */
    async createAd(owner: Member, fields: Partial<NewAd> = {}): Promise<Ad> {
      const images = fields.images ?? [await createPhoto(owner)];
      const ad = await createAd(db, owner.id, { ...fields, images });
      const photoIds = images.flatMap((url) => findPhotoId(url) ?? []);
      await db.transaction().execute((tx) => attachPhotos(tx, ad.id, photoIds));
      return ad;
    },

    /** A payment as it is kept, which gives no membership: $59 for Premium that went through by default. */
    createPayment: (
      { id }: Pick<Member, "id">,
      fields?: Pick<
        Parameters<typeof createPayment>[2] & object,
        "amount" | "membershipTier" | "status"
      >,
    ) => createPayment(db, id, fields),

    /** A coupon that everyone can use once, half off by default. */
    createCoupon: (fields?: Parameters<typeof createCoupon>[1]) => createCoupon(db, fields),
  };
}

async function createPhoto({ client }: Pick<Member, "client">): Promise<string> {
  const colour = { width: 40, height: 30, channels: 3, background: "#24503f" } as const;
  const jpeg = await sharp({ create: colour }).jpeg().toBuffer();
  const [url = ""] = await client.uploadPhotos([new File([jpeg], "photo.jpg")]);
  return url;
}
