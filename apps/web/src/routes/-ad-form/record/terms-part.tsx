import { FEMALE_NEED_LABELS, FEMALE_NEEDS } from "@studbook/domain/record/choices";
import { Choice, ChoiceGroup } from "@studbook/ui/choice";
import { MoneyField } from "@studbook/ui/money-field";
import { TextField } from "@studbook/ui/text-field";
import type { AdFormState } from "../ad-form-state.ts";
import { TERM_LABELS } from "./terms.ts";
import { YesNoField } from "./yes-no-field.tsx";

export function TermsPart({ field }: Pick<AdFormState, "field">) {
  const { id, error: _error, ...needs } = field("record.terms.femaleNeeds");
  return (
    <div className="grid grid-cols-1 gap-5.5 sm:grid-cols-2">
      <MoneyField label={TERM_LABELS.deposit} isOptional {...field("record.terms.deposit")} />
      <TextField
        label={TERM_LABELS.litterMeans}
        isOptional
        {...field("record.terms.litterMeans")}
      />
      <TextField
        label={TERM_LABELS.repeatBreeding}
        isOptional
        {...field("record.terms.repeatBreeding")}
      />
      <TextField label={TERM_LABELS.extraCosts} isOptional {...field("record.terms.extraCosts")} />
      <div className="sm:col-span-full">
        <YesNoField
          legend={TERM_LABELS.pickOfLitter}
          labels={{ yes: "Possible", no: "Not possible" }}
          control={field("record.terms.pickOfLitter")}
        />
      </div>
      <div className="sm:col-span-full">
        <ChoiceGroup
          legend={TERM_LABELS.femaleNeeds}
          isOptional
          className="grid gap-x-6 min-[700px]:grid-cols-2"
        >
          {FEMALE_NEEDS.map((need, index) => (
            <Choice
              key={need}
              type="checkbox"
              label={FEMALE_NEED_LABELS[need]}
              value={need}
              id={index === 0 ? id : undefined}
              {...needs}
            />
          ))}
        </ChoiceGroup>
      </div>
      <div className="sm:col-span-full">
        <TextField
          label={TERM_LABELS.contractUrl}
          type="url"
          placeholder="https://"
          isOptional
          {...field("record.terms.contractUrl")}
        />
      </div>
    </div>
  );
}
