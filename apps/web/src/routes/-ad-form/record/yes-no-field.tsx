import { Choice, ChoiceGroup } from "@studbook/ui/choice";
import type { ComponentProps } from "react";

type OwnProps = "type" | "label" | "value" | "id";

type YesNoFieldProps = {
  legend: string;
  labels: { yes: string; no: string };
  control: { id: string; error: string | undefined } & Omit<
    ComponentProps<typeof Choice>,
    OwnProps
  >;
};

/** A choice of yes and no that can also be taken back. */
export function YesNoField({ legend, labels, control }: YesNoFieldProps) {
  const { id, error: _error, ...registration } = control;
  return (
    <ChoiceGroup legend={legend} isOptional className="flex flex-wrap gap-x-7">
      <Choice type="radio" label={labels.yes} value="yes" id={id} {...registration} />
      <Choice type="radio" label={labels.no} value="no" {...registration} />
      <Choice type="radio" label="Not stated" value="" {...registration} />
    </ChoiceGroup>
  );
}
