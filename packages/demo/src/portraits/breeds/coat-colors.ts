export const BLACK = "#2b2725";
export const WHITE = "#f1eadc";
export const LIVER = "#5b3826";
