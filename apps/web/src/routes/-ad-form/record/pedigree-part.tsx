import { COI_METHODS, type CoiMethod } from "@studbook/domain/record/choices";
import { SelectField } from "@studbook/ui/select-field";
import { TextField } from "@studbook/ui/text-field";
import { UnitField } from "@studbook/ui/unit-field";
import type { AdFormState } from "../ad-form-state.ts";
import { PEDIGREE_LABELS, type PedigreeValues } from "./pedigree.ts";
import { PedigreeChart } from "./pedigree-chart.tsx";

const METHOD_NAMES: Record<CoiMethod, string> = {
  pedigree: "The pedigree",
  genomic: "A genomic test",
};

type PedigreePartProps = { field: AdFormState["field"]; pedigree: PedigreeValues };

export function PedigreePart({ field, pedigree }: PedigreePartProps) {
  return (
    <>
      <p className="text-md text-ink-soft">
        Write titles as part of the name. Empty names are left out.
      </p>
      <PedigreeChart field={field} />
      <div className="grid grid-cols-1 gap-5.5 sm:grid-cols-2">
        <div className="sm:col-span-full">
          <TextField
            label={PEDIGREE_LABELS.url}
            type="url"
            placeholder="https://"
            isOptional
            {...field("record.pedigree.url")}
          />
        </div>
        <UnitField
          label={PEDIGREE_LABELS.coiPercent}
          unit="%"
          isOptional
          {...field("record.pedigree.coiPercent")}
        />
        <SelectField
          label={PEDIGREE_LABELS.coiMethod}
          isOptional
          {...field("record.pedigree.coiMethod")}
        >
          <option value="">Not stated</option>
          {COI_METHODS.map((method) => (
            <option key={method} value={method}>
              {METHOD_NAMES[method]}
            </option>
          ))}
        </SelectField>
        {pedigree.coiMethod === "pedigree" && (
          <TextField
            label={PEDIGREE_LABELS.coiGenerations}
            hint="How many the number looks at"
            inputMode="numeric"
            isOptional
            {...field("record.pedigree.coiGenerations")}
          />
        )}
      </div>
    </>
  );
}
