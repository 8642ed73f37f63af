import { ageLabel } from "@studbook/domain/age";
import { FIRST_BIRTHDATE } from "@studbook/domain/birthdate";
import { BREEDS } from "@studbook/domain/breeds";
import { isDay } from "@studbook/domain/day";
import { MAX_DOG_NAME_LENGTH } from "@studbook/domain/schemas/ad-fields";
import { MAX_PERSON_NAME_LENGTH } from "@studbook/domain/schemas/text";
import { STATE_CODES, stateLabel } from "@studbook/domain/states";
import { Card } from "@studbook/ui/card";
import { MoneyField } from "@studbook/ui/money-field";
import { SelectField } from "@studbook/ui/select-field";
import { TextField } from "@studbook/ui/text-field";
import { Textarea } from "@studbook/ui/textarea";
import { useWatch } from "react-hook-form";
import type { AdFormState } from "./ad-form-state.ts";
import { AD_LABELS } from "./ad-form-values.ts";
import type { ZipPlace } from "./use-zip-place.ts";
import { ZipField } from "./zip-field.tsx";

type DogFieldsProps = { form: AdFormState; today: string; place: ZipPlace };

export function DogFields({ form: { field, hookForm }, today, place }: DogFieldsProps) {
  const birthdate = useWatch({ control: hookForm.control, name: "birthdate" });
  const isBorn = isDay(birthdate) && birthdate >= FIRST_BIRTHDATE && birthdate <= today;
  return (
    <Card className="p-6 md:p-8">
      <h2 className="mb-5">Your dog</h2>
      <div className="grid grid-cols-1 gap-5.5 sm:grid-cols-2">
        <div className="sm:col-span-full">
          <TextField
            label={AD_LABELS.dogName}
            hint="What you call him. The registered name has its own place below."
            maxLength={MAX_DOG_NAME_LENGTH}
            {...field("dogName")}
          />
        </div>
        <SelectField label={AD_LABELS.breed} {...field("breed")}>
          <option value="">Choose a breed</option>
          {BREEDS.map((breed) => (
            <option key={breed}>{breed}</option>
          ))}
        </SelectField>
        <SelectField label={AD_LABELS.state} {...field("state")}>
          <option value="">Choose a state</option>
          {STATE_CODES.map((code) => (
            <option key={code} value={code}>
              {stateLabel(code)}
            </option>
          ))}
        </SelectField>
        <ZipField field={field} place={place} />
        <TextField
          label={AD_LABELS.birthdate}
          hint={isBorn ? ageLabel(birthdate, today) : "Shown as his age"}
          type="date"
          min={FIRST_BIRTHDATE}
          max={today}
          {...field("birthdate")}
        />
        <MoneyField label={AD_LABELS.studFee} {...field("studFee")} />
        <div className="sm:col-span-full">
          <Textarea label={AD_LABELS.description} rows={5} {...field("description")} />
        </div>
      </div>
    </Card>
  );
}

export function ContactFields({ field }: Pick<AdFormState, "field">) {
  return (
    <Card className="p-6 md:p-8">
      <h2>Contact shown on the ad</h2>
      <p className="mt-1.5 mb-4.5 text-md text-ink-soft">Anyone visiting the ad sees these.</p>
      <div className="grid grid-cols-1 gap-5.5 sm:grid-cols-2">
        <div className="sm:col-span-full">
          <TextField
            label={AD_LABELS.ownerName}
            autoComplete="name"
            maxLength={MAX_PERSON_NAME_LENGTH}
            {...field("ownerName")}
          />
        </div>
        <TextField
          label={AD_LABELS.ownerEmail}
          type="email"
          autoComplete="email"
          {...field("ownerEmail")}
        />
        <TextField
          label={AD_LABELS.ownerPhone}
          type="tel"
          autoComplete="tel"
          isOptional
          {...field("ownerPhone")}
        />
      </div>
    </Card>
  );
}
