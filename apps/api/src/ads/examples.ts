import { photoPath } from "@studbook/domain/photos";
import type { Ad, ListedAd, NewAdFields } from "@studbook/domain/schemas/ad";
import { NO_OPTIONAL_FIELDS } from "@studbook/domain/schemas/ad-fields";

const PHOTO = photoPath("0192f0c4-5a77-4d3e-9d6c-3b5f6c1f7a10", 1600);

/** A request body for the API document. */
export const AD_FIELDS_EXAMPLE = {
  dogName: "Captain",
  breed: "Boxer",
  state: "TX",
  birthdate: "2022-02-28",
  studFee: 850,
  description: "A calm fawn boy with all his tests done.",
  images: [PHOTO],
  ownerName: "Dale Carter",
  ownerEmail: "dale@example.com",
  ownerPhone: "(512) 555-0100",
  record: {
    identity: { registeredName: "Captain of Bluebonnet", registry: "AKC", weightPounds: 70.5 },
    titles: { suffix: "CGC" },
    place: { zip: "76701" },
    health: {
      tests: [{ test: "hips", registry: "OFA", result: "Good", date: "2024-07-09" }],
    },
    breeding: { proven: true, methods: ["natural", "chilled"] },
  },
} satisfies NewAdFields;

const { record: _record, ...FIELDS } = AD_FIELDS_EXAMPLE;

const STORED = {
  ...NO_OPTIONAL_FIELDS,
  ...FIELDS,
  id: "0192f0c4-8a11-4c7b-8f2e-6d1a2b3c4d5e",
  userId: "0192f0c3-11aa-4f0e-9a77-0a1b2c3d4e5f",
  createdAt: "2026-06-01T12:00:00.000Z",
  updatedAt: "2026-06-01T12:00:00.000Z",
};

export const AD_EXAMPLE: Ad = {
  ...STORED,
  record: { ...AD_FIELDS_EXAMPLE.record, place: { city: "Waco" } },
};

export const PAUSED_AD_EXAMPLE: Ad = {
  ...STORED,
  record: {
    ...AD_FIELDS_EXAMPLE.record,
    place: { zip: "76701", city: "Waco" },
    availability: { status: "available", pausedUntil: "2027-01-15" },
  },
};

export const LISTED_AD_EXAMPLE: ListedAd = {
  ...STORED,
  titles: { suffix: "CGC" },
  city: "Waco",
  proven: true,
  methods: ["natural", "chilled"],
  testsStated: 1,
};
