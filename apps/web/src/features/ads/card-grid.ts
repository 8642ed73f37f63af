/** The classes of a list of cards: one column on phones, then two, then three. */
export const cardGrid = "grid gap-6 sm:grid-cols-2 lg:grid-cols-3";

/** The displayed width of a photo in that list, for its `sizes` attribute. */
export const cardPhotoSizes =
  "(min-width: 1280px) 384px, (min-width: 1000px) 31vw, (min-width: 640px) 46vw, 92vw";
