import type { TestKind } from "@studbook/domain/record/health-tests";
import { useState } from "react";
import { useFieldArray } from "react-hook-form";
import type { AdFormState } from "../ad-form-state.ts";
import { EMPTY_TEST, isBlankRow, kindOf, TEST_FIELD_LABELS, type TestValues } from "./health.ts";

/** The row that is being edited, and what it tested when that began: it keeps its place in the list until it is done. */
type OpenRow = { index: number; kind: TestKind | undefined };

/** The rows of the health tests, one of which is edited at a time. Rows with a problem always show their fields. */
export function useTestRows(form: AdFormState, values: readonly TestValues[]) {
  const { fields, append, remove } = useFieldArray({
    control: form.hookForm.control,
    name: "record.health.tests",
  });
  const [open, setOpen] = useState<OpenRow>();
  const hasProblem = (index: number) =>
    Object.keys(TEST_FIELD_LABELS).some((name) =>
      form.fieldError(`record.health.tests.${index}.${name}`),
    );
  const removeRow = (index: number) => {
    remove(index);
    setOpen(undefined);
  };
  return {
    rows: fields.map(({ id }, index) => {
      const row = values[index] ?? EMPTY_TEST;
      const isEdited = index === open?.index;
      return {
        id,
        row,
        kind: isEdited ? open.kind : kindOf(row),
        isEdited,
        isOpen: isEdited || hasProblem(index),
      };
    }),
    edit(index: number): void {
      if (index !== open?.index) setOpen({ index, kind: kindOf(values[index] ?? EMPTY_TEST) });
    },
    add(kind?: TestKind): void {
      append(
        { ...EMPTY_TEST, test: kind?.test ?? "", name: kind?.name ?? "" },
        { shouldFocus: false },
      );
      setOpen({ index: fields.length, kind });
    },
    /** Closes a row, and removes it if nothing was entered. Returns whether it is still there. */
    close(index: number): boolean {
      const isBlank = isBlankRow(values[index] ?? EMPTY_TEST);
      if (isBlank) removeRow(index);
      else setOpen(undefined);
      return !isBlank;
    },
    remove: removeRow,
  };
}
