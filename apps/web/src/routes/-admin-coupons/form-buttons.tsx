import { Button } from "@studbook/ui/button";
import { SubmitButton } from "../../features/forms/submit-button.tsx";

type FormButtonsProps = { isBusy: boolean; submitLabel: string; onCancel: () => void };

export function FormButtons({ isBusy, submitLabel, onCancel }: FormButtonsProps) {
  return (
    <>
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
      <SubmitButton isBusy={isBusy}>{submitLabel}</SubmitButton>
    </>
  );
}
