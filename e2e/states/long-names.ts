/** A dog's name of the maximum length, 80 characters, without a break. */
export const LONG_WORD = "Wolfgangvonhohenzollernsigmaringenundzudenbergen".padEnd(80, "lang");

/** A dog's name of the maximum length in words. */
export const LONG_NAME =
  "Grand Champion Sir Bartholomew Montgomery Featherstonehaugh of the Blue Ridge Jr";
