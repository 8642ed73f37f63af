import { SAMPLE_AD_IDS } from "@studbook/domain/samples";
import { NO_OPTIONAL_FIELDS } from "@studbook/domain/schemas/ad-fields";
import corgi from "../src/assets/pictures/corgi.webp";
import hound from "../src/assets/pictures/lost-hound.webp";
import weimaraner from "../src/assets/pictures/weimaraner.webp";
import type { Ad } from "../src/features/ads/ad-queries.ts";

/** The day that ages on the page are computed for. */
export const TODAY = "2026-11-21";

const BROKEN_PHOTOS = ["data:image/webp;base64,AAAA", "data:image/webp;base64,AAAB"] as const;

const plain: Ad = {
  id: "00000000-0000-4000-8000-000000000001",
  userId: "00000000-0000-4000-8000-000000009000",
  dogName: "Hollis",
  breed: "Weimaraner",
  state: "VT",
  birthdate: "2023-05-14",
  studFee: 900,
  description:
    "A steady dog who works a full season and sleeps by the stove.\n\nNatural breeding at our place.\nPedigree sent on request.",
  images: [weimaraner],
  ownerName: "Owner of Hollis",
  ownerEmail: "owner@example.com",
  ...NO_OPTIONAL_FIELDS,
  ownerPhone: "(802) 555-0142",
  createdAt: "2026-11-01T12:00:00.000Z",
  updatedAt: "2026-11-01T12:00:00.000Z",
};

/** One ad for each special case. */
export const FIXED_ADS = {
  plain,
  oneYear: { ...plain, dogName: "Copper", birthdate: "2025-11-21", studFee: 0, images: [corgi] },
  threePhotos: { ...plain, dogName: "Ranger of Elk Creek", images: [weimaraner, corgi, hound] },
  noPhoto: { ...plain, dogName: "Otis", breed: "Vizsla", images: [], ownerPhone: null },
  brokenPhoto: {
    ...plain,
    dogName: "Baron",
    images: [BROKEN_PHOTOS[0], weimaraner, BROKEN_PHOTOS[1]],
  },
  sample: { ...plain, id: SAMPLE_AD_IDS[0], images: [hound, weimaraner, corgi] },
  longName: {
    ...plain,
    dogName: "Champion Sir Maximilian Bartholomew Longfellow the Third of Thistlewood Hollow",
    breed: "Soft Coated Wheaten Terrier",
    state: "NC",
    birthdate: "2004-02-29",
    studFee: 1_000_000,
  },
  unbrokenName: {
    ...plain,
    dogName: "Wolfeschlegelsteinhausenbergerdorff".repeat(3).slice(0, 80),
    ownerName: "N".repeat(100),
    ownerEmail: `${"a-very-long-mailbox".repeat(3)}@${"subdomain.".repeat(6)}example.com`,
    description: "d".repeat(200),
  },
} satisfies Record<string, Ad>;
