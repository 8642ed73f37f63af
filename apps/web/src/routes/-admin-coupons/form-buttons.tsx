import { Button } from "@studbook/ui/button";
import { SubmitButton } from "../../features/forms/submit-button.tsx";

type FormButtonsProps = { isBusy: boolean; answer: string; onCancel: () => void };

export function FormButtons({ isBusy, answer, onCancel }: FormButtonsProps) {
  return (
    <>
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
      <SubmitButton isBusy={isBusy}>{answer}</SubmitButton>
    </>
  );
}
