import type { Mount } from "../http/mount.ts";
import { AD_EXAMPLE, AD_FIELDS_EXAMPLE } from "./examples.ts";

/** The calls on ads (specification, section 7). */
export function mountAds(mount: Mount): void {
  mount("GET /ads", {
    procedure: "ads.search",
    tag: "Ads",
    summary: "Search ads",
    description:
      "Ads of active members, newest first. Without a breed or state, or with an empty one, all of them.",
    isPaged: true,
    isRevalidated: true,
    answer: { description: "One page of ads.", example: [AD_EXAMPLE] },
  });

  mount("GET /ads/{id}", {
    procedure: "ads.byId",
    tag: "Ads",
    summary: "Read an ad",
    description:
      "An ad that is not public (its owner's membership has ended, or the operator has hidden it) is there for its owner and admins alone.",
    errors: ["AD_NOT_FOUND"],
    isRevalidated: true,
    answer: { description: "The ad.", example: AD_EXAMPLE },
  });

  mount("GET /my-ads", {
    procedure: "ads.mine",
    tag: "Ads",
    summary: "List your ads",
    isPaged: true,
    answer: { description: "One page of your own ads, public or not.", example: [AD_EXAMPLE] },
  });

  mount("POST /ads", {
    procedure: "ads.create",
    tag: "Ads",
    summary: "Create an ad",
    description:
      "Basic has room for one ad, Premium for any number. Upload the photos first: an image is the address of one of them.",
    errors: ["MEMBERSHIP_REQUIRED", "AD_LIMIT_REACHED", "PHOTO_IN_USE"],
    example: AD_FIELDS_EXAMPLE,
    answer: { status: 201, description: "The new ad.", example: AD_EXAMPLE },
  });

  mount("PATCH /ads/{id}", {
    procedure: "ads.update",
    tag: "Ads",
    summary: "Change an ad of yours",
    description:
      "Any of the fields; those that are not sent stay. An ended membership does not matter.",
    errors: ["AD_NOT_FOUND", "FORBIDDEN", "PHOTO_IN_USE"],
    example: { studFee: 900, ownerPhone: null },
    answer: { description: "The changed ad.", example: AD_EXAMPLE },
  });

  mount("DELETE /ads/{id}", {
    procedure: "ads.delete",
    tag: "Ads",
    summary: "Delete an ad of yours",
    errors: ["AD_NOT_FOUND", "FORBIDDEN"],
    answer: { description: "It is gone.", example: { ok: true } },
  });
}
