import { TextField } from "@studbook/ui/text-field";
import type { AdFormState } from "./ad-form-state.ts";
import { AD_LABELS } from "./ad-form-values.ts";
import type { ZipPlace } from "./use-zip-place.ts";

/** The ZIP code, which says at once where it is. */
export function ZipField({ field, place }: { field: AdFormState["field"]; place: ZipPlace }) {
  const { error, ...control } = field("zip");
  const shownAs = place.shownAs ? `“${place.shownAs}”` : "city and state";
  const hint = `Shown as ${shownAs}, never the ZIP`;
  return (
    <div>
      <TextField
        label={AD_LABELS.zip}
        hint={hint}
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={5}
        isOptional
        {...control}
        error={place.problem ?? error}
      />
      <p role="status" className="sr-only">
        {place.problem ?? (place.shownAs && hint)}
      </p>
    </div>
  );
}
