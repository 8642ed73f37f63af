/** The classes of a list of cards: one column on phones, then two, then three. */
export const cardGrid = "grid gap-6 sm:grid-cols-2 lg:grid-cols-3";
