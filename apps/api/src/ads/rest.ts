import { MEMBERSHIP_REQUIRED } from "@studbook/domain/ad-limit";
import { DomainError } from "@studbook/domain/errors";
import { MAX_FILTER_VALUES } from "@studbook/domain/schemas/ad-search";
import type { Mount } from "../http/mount.ts";
import { photoInUse } from "./ad-photos.ts";
import { AD_EXAMPLE, AD_FIELDS_EXAMPLE, LISTED_AD_EXAMPLE, PAUSED_AD_EXAMPLE } from "./examples.ts";
import { adNotFound, ownerOnly } from "./get-viewer-ad.ts";

/** The calls on ads (specification, section 7). */
export function mountAds(mount: Mount): void {
  mount("GET /ads", {
    procedure: "ads.search",
    tag: "Ads",
    summary: "Search ads",
    description:
      "Returns ads of active members, newest first. Omit `breed` or `state`, or leave it empty, to include all. " +
      `Repeat either of them up to ${MAX_FILTER_VALUES} times to find ads with any of its values.`,
    isPaged: true,
    isRevalidated: true,
    response: { description: "One page of ads.", example: [LISTED_AD_EXAMPLE] },
  });

  mount("GET /ads/{id}", {
    procedure: "ads.byId",
    tag: "Ads",
    summary: "Retrieve an ad",
    description:
      "An ad that is not public, because its owner has paused it, the owner's membership has expired or an admin has hidden it, is visible only to its owner and to admins.",
    errors: [adNotFound()],
    isRevalidated: true,
    response: { description: "The ad.", example: AD_EXAMPLE },
  });

  mount("GET /my-ads", {
    procedure: "ads.mine",
    tag: "Ads",
    summary: "List your ads",
    isPaged: true,
    response: { description: "One page of your ads, public or not.", example: [LISTED_AD_EXAMPLE] },
  });

  mount("POST /ads", {
    procedure: "ads.create",
    tag: "Ads",
    summary: "Create an ad",
    description:
      "Basic allows one ad, Premium any number. Upload the photos first and send their URLs as `images`.",
    errors: [
      new DomainError("MEMBERSHIP_REQUIRED", MEMBERSHIP_REQUIRED),
      "AD_LIMIT_REACHED",
      photoInUse(0),
    ],
    example: AD_FIELDS_EXAMPLE,
    response: {
      status: 201,
      description: "The new ad.",
      location: "/api/ads/{id}",
      example: AD_EXAMPLE,
    },
  });

  mount("PATCH /ads/{id}", {
    procedure: "ads.update",
    tag: "Ads",
    summary: "Update an ad",
    description:
      "Send any subset of the fields; all others stay unchanged, except that a new `state` removes a ZIP code of another one. A part of the `record` replaces the whole part, and null clears it. You can update your own ads even if your membership has expired.",
    errors: [adNotFound(), ownerOnly(), photoInUse(0)],
    example: { studFee: 900, ownerPhone: null },
    response: { description: "The updated ad.", example: AD_EXAMPLE },
  });

  mount("POST /ads/{id}/pause", {
    procedure: "ads.pause",
    tag: "Ads",
    summary: "Pause an ad",
    description:
      "Hides your ad until 00:00 UTC of a day, when it is public again by itself, or until you resume it. " +
      "A paused ad counts toward your plan's limit. You can repeat the call to change the day.",
    errors: [adNotFound(), ownerOnly()],
    example: { until: "2027-01-15" },
    response: { description: "The paused ad.", example: PAUSED_AD_EXAMPLE },
  });

  mount("POST /ads/{id}/resume", {
    procedure: "ads.resume",
    tag: "Ads",
    summary: "Resume an ad",
    description: "Ends the pause of your ad. An ad that is not paused stays as it is.",
    errors: [adNotFound(), ownerOnly()],
    response: { description: "The ad.", example: AD_EXAMPLE },
  });

  mount("DELETE /ads/{id}", {
    procedure: "ads.delete",
    tag: "Ads",
    summary: "Delete an ad",
    description: "You can delete your own ads even if your membership has expired.",
    errors: [adNotFound(), ownerOnly()],
    response: { description: "The ad was deleted.", example: { ok: true } },
  });
}
