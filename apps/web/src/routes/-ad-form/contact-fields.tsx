import { Card } from "@studbook/ui/card";
import { TextField } from "@studbook/ui/text-field";
import { type AdFieldsProps, fieldProps } from "./dog-fields.tsx";

export function ContactFields(fields: AdFieldsProps) {
  return (
    <Card className="p-6 md:p-8">
      <h2>Contact shown on the ad</h2>
      <p className="mt-1.5 mb-4.5 text-md text-ink-soft">Anyone visiting the ad sees these.</p>
      <div className="grid gap-5.5 sm:grid-cols-2">
        <div className="sm:col-span-full">
          <TextField
            label="Owner name"
            autoComplete="name"
            maxLength={100}
            {...fieldProps("ownerName", fields)}
          />
        </div>
        <TextField
          label="Owner email"
          type="email"
          autoComplete="email"
          {...fieldProps("ownerEmail", fields)}
        />
        <TextField
          label="Owner phone"
          type="tel"
          autoComplete="tel"
          isOptional
          {...fieldProps("ownerPhone", fields)}
        />
      </div>
    </Card>
  );
}
