import { randomUUID } from "node:crypto";
import type { InjectOptions } from "fastify";
import { needsOf, ONE_PIXEL } from "../matrix/calls.ts";
import { createWorld } from "../matrix/world.ts";
import { intentIdOf, type Shop } from "../payment-shop.ts";
import { multipartOf } from "../uploads.ts";

/** A request that needs more preparation than a row of the matrix. */
type MakeRequest = (shop: Shop) => Promise<InjectOptions>;

const premiumWorld = (shop: Shop) =>
  createWorld(shop, "premium", needsOf("PATCH /api/ads/{id}", "own"));

const signedEvent: MakeRequest = async ({ stripe, config }) => {
  const event = { id: `evt_${randomUUID()}`, object: "event", type: "invoice.paid", data: {} };
  const payload = JSON.stringify(event);
  const secret = config.stripe.webhookSecret ?? "";
  return {
    method: "POST",
    url: "/api/stripe/webhook",
    headers: {
      "content-type": "application/json",
      "stripe-signature": stripe.webhooks.generateTestHeaderString({ payload, secret }),
    },
    payload,
  };
};

const confirmation = (
  cookie: string,
  paymentIntentId: string,
  membershipTier: string,
): InjectOptions => ({
  method: "POST",
  url: "/api/confirm-membership",
  headers: { cookie },
  payload: { paymentIntentId, membershipTier },
});

const upload =
  (names: readonly string[]): MakeRequest =>
  async (shop) => {
    const { cookie } = await shop.customer();
    const body = await multipartOf(names.map((name) => ({ name, data: ONE_PIXEL })));
    const headers = { ...body.headers, cookie };
    return { method: "POST", url: "/api/upload-images", headers, payload: body.payload };
  };

/** Requests by operation ID that cause the statuses which no other case causes. */
export const SPECIAL_CASES: Record<string, readonly MakeRequest[]> = {
  "ads.create": [
    // The photos already belong to an ad.
    async (shop) => {
      const { cookie = "", fields } = await premiumWorld(shop);
      const request = {
        method: "POST",
        url: "/api/ads",
        headers: { cookie },
        payload: fields,
      } as const;
      await shop.app.inject(request);
      return request;
    },
  ],
  "ads.update": [
    async (shop) => {
      const { cookie = "", fields, userAdId } = await premiumWorld(shop);
      const headers = { cookie };
      await shop.app.inject({ method: "POST", url: "/api/ads", headers, payload: fields });
      const payload = { images: fields.images };
      return { method: "PATCH", url: `/api/ads/${userAdId}`, headers, payload };
    },
  ],
  "payments.confirmMembership": [
    async (shop) => {
      const buyer = await shop.customer();
      const intent = intentIdOf(await shop.createIntent(buyer, "basic"));
      return confirmation(buyer.cookie, intent, "basic");
    },
    async (shop) => {
      const buyer = await shop.customer();
      return confirmation(buyer.cookie, await shop.chargedIntent(buyer, "basic"), "premium");
    },
  ],
  "payments.webhook": [signedEvent],
  "photos.upload": [upload([]), upload(["1.png", "2.png", "3.png", "4.png"])],
};

/** Accepted requests by operation ID, where the matrix has none. */
export const ACCEPTED: Record<string, MakeRequest> = { "payments.webhook": signedEvent };
