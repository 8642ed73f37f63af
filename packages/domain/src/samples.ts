/** The owner of the two sample ads, who cannot sign in. */
export const SAMPLE_OWNER_ID = "fb33fbf2-aed9-4572-b5d7-1aa3900b6f87";

/** The two sample ads, which have the 'SAMPLE AD' watermark (specification, section 2). */
export const SAMPLE_AD_IDS = [
  "f1ecdc71-da59-46ae-9684-64b8124f942c",
  "e96faf3b-4876-44ca-9a54-8667856a90bc",
] as const;

/** The photos of each sample ad in the order of its gallery; the ads are in the order of `SAMPLE_AD_IDS`. */
export const SAMPLE_PHOTO_IDS = [
  [
    "c663c648-d994-4002-b05e-678029b1fad0",
    "57d662ea-d30b-4b55-98e6-0b31cc791875",
    "35b17928-c757-4c4f-bf52-f80f8c690ee0",
  ],
  [
    "09d6d243-f9f7-4a93-9a95-9b12fee68ade",
    "354bb900-a85d-4e24-8d38-4457ff47dffa",
    "5ad01ec2-a14e-407a-a801-b43feaff8de1",
  ],
] as const;

export function isSampleAd(id: string): boolean {
  return SAMPLE_AD_IDS.some((sampleId) => sampleId === id);
}

export function isSamplePhoto(id: string): boolean {
  return SAMPLE_PHOTO_IDS.flat().some((sampleId) => sampleId === id);
}
