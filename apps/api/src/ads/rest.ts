import { adPatch, type NewAdFields, newAd } from "@studbook/domain/schemas/ad";
import type { FastifyInstance } from "fastify";
import { readPage, sendPage } from "../http/page.ts";
import { singleQuery } from "../http/query.ts";
import { sendRevalidated } from "../http/revalidate.ts";
import { withId } from "../http/with-id.ts";
import { describe } from "../openapi/call.ts";
import type { RestParts } from "../rest.ts";
import { AD_EXAMPLE, AD_FIELDS_EXAMPLE } from "./examples.ts";

type ById = { Params: { id: string } };

// The day matters to the rule alone, not to what is told of it.
const ANY_DAY = "2026-01-01";

const search = describe({
  id: "ads.search",
  tag: "Ads",
  summary: "Search ads",
  description:
    "Ads of active members, newest first. Without a breed or state, or with an empty one, all of them.",
  who: "anyone",
  isPaged: true,
  isRevalidated: true,
  answer: { description: "One page of ads.", example: [AD_EXAMPLE] },
});

const byId = describe({
  id: "ads.byId",
  tag: "Ads",
  summary: "Read an ad",
  description:
    "An ad that is not public (its owner's membership has ended, or the operator has hidden it) is there for its owner and admins alone.",
  who: "anyone",
  errors: ["AD_NOT_FOUND"],
  isRevalidated: true,
  answer: { description: "The ad.", example: AD_EXAMPLE },
});

const mine = describe({
  id: "ads.mine",
  tag: "Ads",
  summary: "List your ads",
  who: "member",
  isPaged: true,
  answer: { description: "One page of your own ads, public or not.", example: [AD_EXAMPLE] },
});

const create = describe({
  id: "ads.create",
  tag: "Ads",
  summary: "Create an ad",
  description:
    "Basic has room for one ad, Premium for any number. Upload the photos first: an image is the address of one of them.",
  who: "member",
  input: newAd(ANY_DAY),
  errors: ["MEMBERSHIP_REQUIRED", "AD_LIMIT_REACHED", "PHOTO_IN_USE"],
  example: AD_FIELDS_EXAMPLE,
  answer: { status: 201, description: "The new ad.", example: AD_EXAMPLE },
});

const update = describe({
  id: "ads.update",
  tag: "Ads",
  summary: "Change an ad of yours",
  description:
    "Any of the fields; those that are not sent stay. An ended membership does not matter.",
  who: "member",
  input: adPatch(ANY_DAY),
  errors: ["AD_NOT_FOUND", "FORBIDDEN", "PHOTO_IN_USE"],
  example: { studFee: 900, ownerPhone: null },
  answer: { description: "The changed ad.", example: AD_EXAMPLE },
});

const remove = describe({
  id: "ads.delete",
  tag: "Ads",
  summary: "Delete an ad of yours",
  who: "member",
  errors: ["AD_NOT_FOUND", "FORBIDDEN"],
  answer: { description: "It is gone.", example: { ok: true } },
});

/** The calls on ads (specification, section 7). */
export function registerAdsRest(app: FastifyInstance, { callerFor, publicUrl }: RestParts): void {
  app.get("/ads", search, async (request, reply) => {
    const filters = singleQuery(request, ["breed", "state"]);
    const caller = await callerFor(request, reply);
    const found = await caller.ads.search({ ...filters, ...readPage(request) });
    const ads = sendPage(request, reply, publicUrl, found);
    return sendRevalidated(request, reply, JSON.stringify(ads));
  });

  app.get<ById>("/ads/:id", byId, async (request, reply) => {
    const caller = await callerFor(request, reply);
    const ad = await caller.ads.byId({ id: request.params.id });
    return sendRevalidated(request, reply, JSON.stringify(ad));
  });

  app.get("/my-ads", mine, async (request, reply) => {
    const caller = await callerFor(request, reply);
    const found = await caller.ads.mine(readPage(request));
    return sendPage(request, reply, publicUrl, found);
  });

  app.post<{ Body: NewAdFields }>("/ads", create, async (request, reply) => {
    const caller = await callerFor(request, reply);
    const ad = await caller.ads.create(request.body);
    return reply.code(201).send(ad);
  });

  app.patch<ById>("/ads/:id", update, async (request, reply) => {
    const caller = await callerFor(request, reply);
    // A call with a payload has to have one, if only an empty object.
    return caller.ads.update(withId(request.params.id, request.body ?? false));
  });

  app.delete<ById>("/ads/:id", remove, async (request, reply) => {
    const caller = await callerFor(request, reply);
    return caller.ads.delete(withId(request.params.id, request.body));
  });
}
