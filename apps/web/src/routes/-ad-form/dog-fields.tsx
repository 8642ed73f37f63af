import { BREEDS } from "@studbook/domain/breeds";
import { STATE_CODES, stateLabel } from "@studbook/domain/states";
import { Card } from "@studbook/ui/card";
import { MoneyField } from "@studbook/ui/money-field";
import { SelectField } from "@studbook/ui/select-field";
import { TextField } from "@studbook/ui/text-field";
import { Textarea } from "@studbook/ui/textarea";
import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { adoptTyped } from "../../features/forms/adopt-typed.ts";
import type { AdFieldName, AdFormValues } from "./ad-form-values.ts";
import { fieldId } from "./field-ids.ts";

export type AdFieldsProps = {
  register: UseFormRegister<AdFormValues>;
  errors: FieldErrors<AdFormValues>;
};

/** What every field of the form gets from its name. */
export function fieldProps(name: AdFieldName, { register, errors }: AdFieldsProps) {
  return { ...adoptTyped(register(name)), id: fieldId(name), error: errors[name]?.message };
}

export function DogFields({ today, ...fields }: AdFieldsProps & { today: string }) {
  return (
    <Card className="p-6 md:p-8">
      <h2 className="mb-5">Your dog</h2>
      <div className="grid gap-5.5 sm:grid-cols-2">
        <div className="sm:col-span-full">
          <TextField label="Dog name" maxLength={80} {...fieldProps("dogName", fields)} />
        </div>
        <SelectField label="Breed" {...fieldProps("breed", fields)}>
          <option value="">Choose a breed</option>
          {BREEDS.map((breed) => (
            <option key={breed}>{breed}</option>
          ))}
        </SelectField>
        <SelectField label="State" {...fieldProps("state", fields)}>
          <option value="">Choose a state</option>
          {STATE_CODES.map((code) => (
            <option key={code} value={code}>
              {stateLabel(code)}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Birthdate"
          type="date"
          min="1990-01-01"
          max={today}
          {...fieldProps("birthdate", fields)}
        />
        <MoneyField label="Stud fee" {...fieldProps("studFee", fields)} />
        <div className="sm:col-span-full">
          <Textarea label="Description" rows={5} {...fieldProps("description", fields)} />
        </div>
      </div>
    </Card>
  );
}
