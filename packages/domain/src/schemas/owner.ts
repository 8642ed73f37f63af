import { STATE_CODES } from "../states.ts";
import { AdSummary } from "./ad.ts";
import { paging } from "./paging.ts";
import { strictObject } from "./strict-object.ts";
import { z } from "./z.ts";

/** An owner as the newest public ad describes it. */
export const Owner = z.object({
  name: z.string(),
  /** Null unless all public ads of the owner state the same one. */
  kennelName: z.string().nullable(),
  email: z.string(),
  phone: z.string().nullable(),
  state: z.enum(STATE_CODES),
  city: z.string().nullable(),
});

export type Owner = z.output<typeof Owner>;

export const OwnerAdsInput = strictObject({ id: z.string("Owner ID is required"), ...paging });

export type OwnerAdsInput = z.output<typeof OwnerAdsInput>;

/** A page of an owner's public ads, newest first. */
export const OwnerAds = z.object({
  owner: Owner,
  items: z.array(AdSummary),
  total: z.number().int(),
  nextCursor: z.string().nullable(),
});

export type OwnerAds = z.output<typeof OwnerAds>;
