import { FIRST_BIRTHDATE } from "@studbook/domain/birthdate";
import { BREEDS } from "@studbook/domain/breeds";
import { MAX_DOG_NAME_LENGTH } from "@studbook/domain/schemas/ad-fields";
import { MAX_PERSON_NAME_LENGTH } from "@studbook/domain/schemas/text";
import { STATE_CODES, stateLabel } from "@studbook/domain/states";
import { Card } from "@studbook/ui/card";
import { MoneyField } from "@studbook/ui/money-field";
import { SelectField } from "@studbook/ui/select-field";
import { TextField } from "@studbook/ui/text-field";
import { Textarea } from "@studbook/ui/textarea";
import type { useAdForm } from "./use-ad-form.ts";

type AdFieldsProps = Pick<ReturnType<typeof useAdForm>, "field">;

export function DogFields({ today, field }: AdFieldsProps & { today: string }) {
  return (
    <Card className="p-6 md:p-8">
      <h2 className="mb-5">Your dog</h2>
      <div className="grid gap-5.5 sm:grid-cols-2">
        <div className="sm:col-span-full">
          <TextField label="Dog name" maxLength={MAX_DOG_NAME_LENGTH} {...field("dogName")} />
        </div>
        <SelectField label="Breed" {...field("breed")}>
          <option value="">Choose a breed</option>
          {BREEDS.map((breed) => (
            <option key={breed}>{breed}</option>
          ))}
        </SelectField>
        <SelectField label="State" {...field("state")}>
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
          min={FIRST_BIRTHDATE}
          max={today}
          {...field("birthdate")}
        />
        <MoneyField label="Stud fee" {...field("studFee")} />
        <div className="sm:col-span-full">
          <Textarea label="Description" rows={5} {...field("description")} />
        </div>
      </div>
    </Card>
  );
}

export function ContactFields({ field }: AdFieldsProps) {
  return (
    <Card className="p-6 md:p-8">
      <h2>Contact shown on the ad</h2>
      <p className="mt-1.5 mb-4.5 text-md text-ink-soft">Anyone visiting the ad sees these.</p>
      <div className="grid gap-5.5 sm:grid-cols-2">
        <div className="sm:col-span-full">
          <TextField
            label="Owner name"
            autoComplete="name"
            maxLength={MAX_PERSON_NAME_LENGTH}
            {...field("ownerName")}
          />
        </div>
        <TextField label="Owner email" type="email" autoComplete="email" {...field("ownerEmail")} />
        <TextField
          label="Owner phone"
          type="tel"
          autoComplete="tel"
          isOptional
          {...field("ownerPhone")}
        />
      </div>
    </Card>
  );
}
