// Not in filter-form.tsx: no-results.tsx, a lazy chunk, uses them too, and then every first load would include the form.
export const BREED_SELECT_ID = "breed";
export const RESET_FORM_ID = "reset-filters";
