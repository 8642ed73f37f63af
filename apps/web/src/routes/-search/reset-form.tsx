import { RESET_FORM_ID } from "./filter-ids.ts";

/** An empty form: the buttons that submit it lead to /search without filters, with or without JavaScript. */
export function ResetForm({ onReset }: { onReset: () => void }) {
  return (
    <form
      id={RESET_FORM_ID}
      action="/search"
      method="get"
      onSubmit={(event) => {
        event.preventDefault();
        onReset();
      }}
    />
  );
}
