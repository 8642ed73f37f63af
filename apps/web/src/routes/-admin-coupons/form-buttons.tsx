import { Button } from "@studbook/ui/button";
import { FormDialogFoot } from "@studbook/ui/form-dialog";
import { SubmitButton } from "../../features/forms/submit-button.tsx";

type FormButtonsProps = { isBusy: boolean; answer: string; onCancel: () => void };

export function FormButtons({ isBusy, answer, onCancel }: FormButtonsProps) {
  return (
    <FormDialogFoot>
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
      <SubmitButton isBusy={isBusy}>{answer}</SubmitButton>
    </FormDialogFoot>
  );
}
