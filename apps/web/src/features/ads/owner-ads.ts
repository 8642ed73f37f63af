import { SEARCH_PAGE_SIZE } from "@studbook/domain/page-sizes";
import { apiPages, type Data } from "../../trpc.ts";

/** The open pages of an owner's public listings, newest first. */
export function ownerAds(data: Data, id: string, open = 1) {
  return apiPages(data, "ads.ofOwner", { id, limit: SEARCH_PAGE_SIZE }, { open });
}
