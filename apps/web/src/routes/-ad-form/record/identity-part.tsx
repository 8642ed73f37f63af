import { DOG_REGISTRIES, type DogRegistry } from "@studbook/domain/record/choices";
import { titledName } from "@studbook/domain/record/describe-record";
import { SelectField } from "@studbook/ui/select-field";
import { TextField } from "@studbook/ui/text-field";
import { UnitField } from "@studbook/ui/unit-field";
import type { AdFormState } from "../ad-form-state.ts";
import {
  IDENTITY_LABELS,
  type IdentityValues,
  TITLE_LABELS,
  type TitleValues,
} from "./identity.ts";
import { YesNoField } from "./yes-no-field.tsx";

/** Continental Kennel Club has the same abbreviation. */
const REGISTRY_NAMES: Partial<Record<DogRegistry, string>> = {
  CKC: "CKC (Canadian Kennel Club)",
  other: "Other",
};

type IdentityPartProps = {
  field: AdFormState["field"];
  identity: IdentityValues;
  titles: TitleValues;
  dogName: string;
};

export function IdentityPart({ field, identity, titles, dogName }: IdentityPartProps) {
  const text = (name: "registrationNumber" | "color" | "kennelName" | "dnaProfileNumber") => (
    <TextField label={IDENTITY_LABELS[name]} isOptional {...field(`record.identity.${name}`)} />
  );
  return (
    <div className="grid grid-cols-1 gap-5.5 sm:grid-cols-2">
      <div className="sm:col-span-full">
        <TextField
          label={IDENTITY_LABELS.registeredName}
          isOptional
          {...field("record.identity.registeredName")}
        />
      </div>
      <TextField label={TITLE_LABELS.prefix} isOptional {...field("record.titles.prefix")} />
      <TextField label={TITLE_LABELS.suffix} isOptional {...field("record.titles.suffix")} />
      <ShownName identity={identity} titles={titles} dogName={dogName} />
      <SelectField
        label={IDENTITY_LABELS.registry}
        isOptional
        {...field("record.identity.registry")}
      >
        <option value="">Not stated</option>
        {DOG_REGISTRIES.map((registry) => (
          <option key={registry} value={registry}>
            {REGISTRY_NAMES[registry] ?? registry}
          </option>
        ))}
      </SelectField>
      {text("registrationNumber")}
      {text("color")}
      {text("kennelName")}
      <UnitField
        label={IDENTITY_LABELS.weightPounds}
        unit="lb"
        isOptional
        {...field("record.identity.weightPounds")}
      />
      <UnitField
        label={IDENTITY_LABELS.heightInches}
        unit="in"
        isOptional
        {...field("record.identity.heightInches")}
      />
      {text("dnaProfileNumber")}
      <YesNoField
        legend={IDENTITY_LABELS.microchipped}
        labels={{ yes: "Yes", no: "No" }}
        control={field("record.identity.microchipped")}
      />
    </div>
  );
}

/** How the ad shows the name. */
function ShownName({ identity, titles, dogName }: Omit<IdentityPartProps, "field">) {
  const name = identity.registeredName.trim() || dogName.trim();
  const shown = titledName(name, { prefix: titles.prefix.trim(), suffix: titles.suffix.trim() });
  if (!shown || shown === dogName.trim()) return null;
  return (
    <p className="-mt-2 text-md text-ink-soft [overflow-wrap:anywhere] sm:col-span-full">
      Shown as <b className="font-semibold text-ink">{shown}</b>
    </p>
  );
}
