export const BREED_SELECT_ID = "breed";
export const RESET_FORM_ID = "reset-filters";
