/** The longest dog's name there can be: 80 characters, nowhere to break. */
export const LONG_WORD = "Wolfgangvonhohenzollernsigmaringenundzudenbergen".padEnd(80, "lang");

/** As long, in words. */
export const LONG_NAME =
  "Grand Champion Sir Bartholomew Montgomery Featherstonehaugh of the Blue Ridge Jr";
