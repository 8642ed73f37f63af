import { photoPath } from "@studbook/domain/photos";
import type { Ad, NewAdFields } from "@studbook/domain/schemas/ad";
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
} satisfies NewAdFields;

export const AD_EXAMPLE: Ad = {
  ...NO_OPTIONAL_FIELDS,
  ...AD_FIELDS_EXAMPLE,
  id: "0192f0c4-8a11-4c7b-8f2e-6d1a2b3c4d5e",
  userId: "0192f0c3-11aa-4f0e-9a77-0a1b2c3d4e5f",
  createdAt: "2026-06-01T12:00:00.000Z",
  updatedAt: "2026-06-01T12:00:00.000Z",
};
