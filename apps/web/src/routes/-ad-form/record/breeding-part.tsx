import { FIRST_BIRTHDATE } from "@studbook/domain/birthdate";
import { BREEDING_METHODS, METHOD_LABELS } from "@studbook/domain/record/choices";
import type { DatedFact } from "@studbook/domain/record/dated-facts";
import { Choice, ChoiceGroup } from "@studbook/ui/choice";
import { TextField } from "@studbook/ui/text-field";
import type { AdFormState } from "../ad-form-state.ts";
import {
  AVAILABILITY_LABELS,
  type AvailabilityValues,
  BREEDING_LABELS,
  type BreedingValues,
} from "./breeding.ts";
import { dateHint } from "./date-hint.ts";
import { YesNoField } from "./yes-no-field.tsx";

type BreedingPartProps = {
  field: AdFormState["field"];
  breeding: BreedingValues;
  availability: AvailabilityValues;
  /** The UTC day 'YYYY-MM-DD'. */
  today: string;
};

export function BreedingPart({ field, breeding, availability, today }: BreedingPartProps) {
  const { id, error: _error, ...methods } = field("record.breeding.methods");
  const { error: _none, ...status } = field("record.availability.status");
  const date = (name: "brucellosisTestDate" | "semenAnalysisDate", fact: DatedFact) => (
    <TextField
      label={BREEDING_LABELS[name]}
      hint={dateHint(fact, breeding[name], today)}
      type="date"
      min={FIRST_BIRTHDATE}
      max={today}
      isOptional
      {...field(`record.breeding.${name}`)}
    />
  );
  return (
    <div className="grid grid-cols-1 gap-5.5 sm:grid-cols-2">
      <YesNoField
        legend="Has he sired a litter?"
        labels={{ yes: "Proven", no: "Not yet" }}
        control={field("record.breeding.proven")}
      />
      <TextField
        label={BREEDING_LABELS.littersSired}
        inputMode="numeric"
        isOptional
        {...field("record.breeding.littersSired")}
      />
      <div className="sm:col-span-full">
        <ChoiceGroup
          legend="How he is offered"
          isOptional
          className="grid gap-x-6 min-[700px]:grid-cols-2"
        >
          {BREEDING_METHODS.map((method, index) => (
            <Choice
              key={method}
              type="checkbox"
              label={METHOD_LABELS[method]}
              value={method}
              id={index === 0 ? id : undefined}
              {...methods}
            />
          ))}
        </ChoiceGroup>
      </div>
      {date("brucellosisTestDate", "brucellosis")}
      {date("semenAnalysisDate", "semen")}
      <div className="sm:col-span-full">
        <ChoiceGroup legend={AVAILABILITY_LABELS.status}>
          <Choice type="radio" label="Available" value="available" {...status} />
          <Choice
            type="radio"
            label="Frozen semen only"
            hint="The dog is retired or has died"
            value="frozen-only"
            {...status}
            id={undefined}
          />
        </ChoiceGroup>
      </div>
      {availability.status === "frozen-only" && (
        <TextField
          label={AVAILABILITY_LABELS.since}
          type="date"
          min={FIRST_BIRTHDATE}
          max={today}
          {...field("record.availability.since")}
        />
      )}
    </div>
  );
}
