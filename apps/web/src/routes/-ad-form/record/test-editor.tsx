import { FIRST_BIRTHDATE } from "@studbook/domain/birthdate";
import { isDay } from "@studbook/domain/day";
import { findOfaReading } from "@studbook/domain/ofa/find-ofa-reading";
import { listOfaWarnings } from "@studbook/domain/ofa/list-ofa-warnings";
import {
  HEALTH_TESTS,
  needsName,
  TEST_REGISTRIES,
  testLabel,
} from "@studbook/domain/record/health-tests";
import { Button } from "@studbook/ui/button";
import { SelectField } from "@studbook/ui/select-field";
import { TextButton } from "@studbook/ui/text-button";
import { TextField } from "@studbook/ui/text-field";
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from "react";
import type { AdFormState } from "../ad-form-state.ts";
import { dateHint } from "./date-hint.ts";
import { REGISTRY_LABELS, rowTitle } from "./describe-row.ts";
import { FILLED_FIELDS, type FilledFields, fillFromNumber } from "./fill-from-number.ts";
import { TEST_FIELD_LABELS, type TestValues } from "./health.ts";
import { OfaNumber } from "./ofa-number.tsx";

/** What an OFA number is compared with. */
export type Dog = { breed: string; birthdate: string; today: string };

type TestEditorProps = {
  form: AdFormState;
  index: number;
  row: TestValues;
  dog: Dog;
  /** Whether the user has opened it, so that it takes the focus. */
  takesFocus: boolean;
  onDone: () => void;
  onRemove: () => void;
  onFocus: () => void;
};

/** The fields of one health test. */
export function TestEditor(props: TestEditorProps) {
  const { form, index, row, dog, takesFocus, onDone, onRemove, onFocus } = props;
  const fillIn = useFilling(form, index);
  const field = <Name extends keyof TestValues>(name: Name) =>
    form.field(`record.health.tests.${index}.${name}`);
  const number = field("number");
  const reading = findOfaReading(row.number);
  const hint =
    row.test === "eyes" && row.date
      ? dateHint("eyes", row.date, dog.today)
      : "The date on the certificate";
  const isBeforeBirth = isDay(row.date) && isDay(dog.birthdate) && row.date < dog.birthdate;
  const first = useRef<HTMLDivElement>(null);
  const takeFocus = useEffectEvent(() => {
    if (takesFocus) first.current?.querySelector("input")?.focus();
  });
  useEffect(() => takeFocus(), []);

  // Otherwise Enter would publish the ad.
  const finishOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    onDone();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the fields in it.
    <div
      onKeyDown={finishOnEnter}
      onFocus={onFocus}
      className="my-2.5 rounded-md border-[1.5px] border-loden bg-paper p-4.5 min-[700px]:p-5.5"
    >
      <h4 className="sr-only">{rowTitle(row)}</h4>
      <div className="grid grid-cols-1 gap-5.5 sm:grid-cols-2">
        <div ref={first} className="sm:col-span-full">
          <TextField
            label={TEST_FIELD_LABELS.number}
            hint="Have an OFA number? Type it first: it fills in what it says."
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            isOptional
            {...number}
            onChange={(event) => {
              void number.onChange(event);
              fillIn(event.target.value);
            }}
          />
          <OfaNumber
            reading={reading}
            warnings={reading ? listOfaWarnings(reading, { ...dog, ...row }) : []}
          />
        </div>
        <SelectField label={TEST_FIELD_LABELS.test} {...field("test")}>
          <option value="">Choose a test</option>
          {HEALTH_TESTS.map((test) => (
            <option key={test} value={test}>
              {testLabel(test)}
            </option>
          ))}
        </SelectField>
        <SelectField label={TEST_FIELD_LABELS.registry} {...field("registry")}>
          <option value="">Choose a registry</option>
          {TEST_REGISTRIES.map((registry) => (
            <option key={registry} value={registry}>
              {REGISTRY_LABELS[registry]}
            </option>
          ))}
        </SelectField>
        {(needsName(row.test) || row.test === "cardiac" || row.name !== "") && (
          <TextField
            label={TEST_FIELD_LABELS.name}
            isOptional={!needsName(row.test)}
            {...field("name")}
          />
        )}
        {(row.registry === "laboratory" || row.registry === "other" || row.laboratory !== "") && (
          <TextField label={TEST_FIELD_LABELS.laboratory} isOptional {...field("laboratory")} />
        )}
        <TextField
          label={TEST_FIELD_LABELS.result}
          hint="In the registry’s words"
          {...field("result")}
        />
        <TextField
          label={TEST_FIELD_LABELS.date}
          hint={isBeforeBirth ? "This is before the birthdate." : hint}
          type="date"
          min={FIRST_BIRTHDATE}
          max={dog.today}
          isOptional
          {...field("date")}
        />
        <div className="sm:col-span-full">
          <TextField
            label={TEST_FIELD_LABELS.url}
            type="url"
            placeholder="https://"
            isOptional
            {...field("url")}
          />
        </div>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button variant="secondary" size="small" onClick={onDone}>
          Done
        </Button>
        <TextButton tone="danger" onClick={onRemove}>
          Remove this test
        </TextButton>
      </div>
    </div>
  );
}

/** Returns a function that fills in what a typed OFA number says. It never replaces the owner's own words. */
function useFilling({ hookForm }: AdFormState, index: number): (number: string) => void {
  const filled = useRef<FilledFields>({});
  return (number) => {
    const reading = findOfaReading(number);
    if (!reading) return;
    const row = hookForm.getValues(`record.health.tests.${index}`);
    const fill = fillFromNumber(row, filled.current, reading);
    filled.current = { ...filled.current, ...fill };
    for (const name of FILLED_FIELDS) {
      const value = fill[name];
      if (value === undefined) continue;
      hookForm.setValue(`record.health.tests.${index}.${name}`, value, {
        shouldDirty: true,
        shouldValidate: hookForm.formState.isSubmitted,
      });
    }
  };
}
