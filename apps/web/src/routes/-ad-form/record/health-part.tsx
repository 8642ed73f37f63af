import { formatDate, pluralize } from "@studbook/domain/format";
import { hostOf, pluralBreed } from "@studbook/domain/record/describe-record";
import { describeTest, MAX_HEALTH_TESTS } from "@studbook/domain/record/health-tests";
import type { ClubTests } from "@studbook/domain/schemas/club-tests";
import { Button } from "@studbook/ui/button";
import { TextField } from "@studbook/ui/text-field";
import { Plus } from "lucide-react";
import { useEffect, useRef } from "react";
import type { AdFormState } from "../ad-form-state.ts";
import { describeRow, rowTitle } from "./describe-row.ts";
import { HEALTH_LABELS, type HealthValues } from "./health.ts";
import { listTestItems } from "./list-test-items.ts";
import { type Dog, TestEditor } from "./test-editor.tsx";
import { RowButton, TestRow } from "./test-row.tsx";
import { useTestRows } from "./use-test-rows.ts";

type HealthPartProps = {
  form: AdFormState;
  health: HealthValues;
  dog: Dog;
  /** Null if no list of the breed's club is known. */
  clubTests: ClubTests | null;
};

/** The health tests beside those that the breed's parent club lists. */
export function HealthPart({ form, health, dog, clubTests }: HealthPartProps) {
  const tests = useTestRows(form, health.tests);
  const focusLater = useFocusLater();
  const addId = form.fieldId("record.health.tests");
  const editId = (index: number) => form.fieldId(`record.health.tests.${index}`);
  const isFull = tests.rows.length >= MAX_HEALTH_TESTS;
  const items = listTestItems(
    clubTests?.tests ?? [],
    tests.rows.map(({ kind }) => kind),
  );

  return (
    <>
      {clubTests && <Source clubTests={clubTests} breed={dog.breed} />}
      {items.length > 0 && (
        <ul className="border-t border-line">
          {items.map((item) => {
            if ("listed" in item) {
              return (
                <TestRow
                  key={`listed ${describeTest(item.listed)}`}
                  title={describeTest(item.listed)}
                  text="Not stated"
                >
                  {!isFull && (
                    <RowButton
                      verb="Add"
                      title={describeTest(item.listed)}
                      onPress={() => tests.add(item.listed)}
                    />
                  )}
                </TestRow>
              );
            }
            const index = item.row;
            const entry = tests.rows[index];
            if (!entry) return null;
            const { id, row, isEdited, isOpen } = entry;
            if (!isOpen) {
              return (
                <TestRow key={id} title={rowTitle(row)} text={describeRow(row)}>
                  <RowButton
                    verb="Edit"
                    title={rowTitle(row)}
                    id={editId(index)}
                    onPress={() => tests.edit(index)}
                  />
                </TestRow>
              );
            }
            return (
              <li key={id}>
                <TestEditor
                  form={form}
                  index={index}
                  row={row}
                  dog={dog}
                  takesFocus={isEdited}
                  onFocus={() => tests.edit(index)}
                  onDone={() => focusLater(tests.close(index) ? editId(index) : addId)}
                  onRemove={() => {
                    tests.remove(index);
                    focusLater(addId);
                  }}
                />
              </li>
            );
          })}
        </ul>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Button
          id={addId}
          variant="quiet"
          size="small"
          aria-disabled={isFull || undefined}
          onClick={() => !isFull && tests.add()}
        >
          <Plus className="size-5" />
          {tests.rows.length > 0 || clubTests ? "Add another test" : "Add a test"}
        </Button>
        <p className="text-md text-ink-soft">{`${tests.rows.length} of at most ${pluralize(MAX_HEALTH_TESTS, "test", "tests")}`}</p>
      </div>
      <div className="grid grid-cols-1 gap-5.5 sm:grid-cols-2">
        <TextField
          label={HEALTH_LABELS.chicNumber}
          hint="If OFA gave him one"
          isOptional
          {...form.field("record.health.chicNumber")}
        />
      </div>
    </>
  );
}

function Source({ clubTests, breed }: { clubTests: ClubTests; breed: string }) {
  const { club, sourceUrl, readOn } = clubTests;
  // Some lists come from elsewhere: 'Collie Club of America, as listed by CHIC'.
  const [name, origin] = club.split(", ");
  const listed = `Tests the ${name} lists for ${pluralBreed(breed)}${origin ? `, ${origin}` : ""}.`;
  return (
    <p className="text-md text-ink-soft [overflow-wrap:anywhere]">
      {`${listed} Source: `}
      <a href={sourceUrl} target="_blank" rel="noreferrer">
        {hostOf(sourceUrl)}
      </a>
      {`, read ${formatDate(readOn)}. Leave out what you have not done: it then says “not stated”.`}
    </p>
  );
}

/** Returns a function that focuses an element once it is rendered. */
function useFocusLater(): (id: string) => void {
  const target = useRef<string>(undefined);
  useEffect(() => {
    if (target.current === undefined) return;
    document.getElementById(target.current)?.focus();
    target.current = undefined;
  });
  return (id) => {
    target.current = id;
  };
}
