/** The owner of the two sample ads, who cannot sign in. */
export const SAMPLE_OWNER_ID = "fb33fbf2-aed9-4572-b5d7-1aa3900b6f87";

/** The two sample ads, which have the 'SAMPLE AD' watermark (specification, section 2). */
export const SAMPLE_AD_IDS = [
  "f1ecdc71-da59-46ae-9684-64b8124f942c",
  "e96faf3b-4876-44ca-9a54-8667856a90bc",
] as const;

/**
 * The photos of each sample ad in the order of its gallery; the ads are in the order of `SAMPLE_AD_IDS`. Browsers keep them
 * for a year, so another picture needs another ID.
 */
export const SAMPLE_PHOTO_IDS = [
  [
    "c663c648-d994-4002-b05e-678029b1fad0",
    "d0b1f5f0-330d-4bd4-a7fe-aa430e120549",
    "04c229ce-0775-49d6-b2a6-32174d775af8",
  ],
  [
    "09d6d243-f9f7-4a93-9a95-9b12fee68ade",
    "2a45964e-05ed-402a-9166-b542aef89c9c",
    "2ed58c58-b302-4975-9b3a-cdaa7fc177bf",
  ],
] as const;

export function isSampleAd(id: string): boolean {
  return SAMPLE_AD_IDS.some((sampleId) => sampleId === id);
}

export function isSamplePhoto(id: string): boolean {
  return SAMPLE_PHOTO_IDS.flat().some((sampleId) => sampleId === id);
}
