import { expect, test } from "vitest";
import {
  isSampleAd,
  isSamplePhoto,
  SAMPLE_AD_IDS,
  SAMPLE_OWNER_ID,
  SAMPLE_PHOTO_IDS,
} from "./samples.ts";

const UUID_V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

test("every sample has a unique ID in the form of a random UUID", () => {
  const ids = [SAMPLE_OWNER_ID, ...SAMPLE_AD_IDS, ...SAMPLE_PHOTO_IDS.flat()];
  expect(new Set(ids).size).toBe(9);
  for (const id of ids) expect(id).toMatch(UUID_V4);
});

test("recognizes sample ads and photos", () => {
  expect(SAMPLE_AD_IDS.every(isSampleAd)).toBe(true);
  expect(SAMPLE_PHOTO_IDS.flat().every(isSamplePhoto)).toBe(true);
  expect(isSampleAd(SAMPLE_OWNER_ID)).toBe(false);
  expect(isSamplePhoto(SAMPLE_AD_IDS[0])).toBe(false);
});
