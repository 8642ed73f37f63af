import { formatDate } from "@studbook/domain/format";
import { pauseRange } from "@studbook/domain/pause";
import { Button } from "@studbook/ui/button";
import { Choice, ChoiceGroup } from "@studbook/ui/choice";
import { DialogForm, FormDialog } from "@studbook/ui/form-dialog";
import { TextField } from "@studbook/ui/text-field";
import { useState } from "react";
import { getNow } from "../../clock.ts";
import { findErrorCode } from "../../error-code.ts";
import { FormProblems } from "../../features/forms/form-problems.tsx";
import { SubmitButton } from "../../features/forms/submit-button.tsx";
import { useSendForm } from "../../features/forms/use-send-form.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import { useMutation } from "../../use-mutation.ts";
import { pauseForm } from "./pause-form.ts";

type PauseDialogProps = {
  ad: { id: string; dogName: string };
  /** What gets the focus when the dialog is closed. */
  opener: HTMLElement;
  onClose: () => void;
  onPaused: () => void;
  /** Called if the listing no longer exists. */
  onGone: () => void;
};

/** Asks until when a listing is paused, and pauses it. */
export function PauseDialog(props: PauseDialogProps) {
  const { ad, opener, onClose } = props;
  return (
    <FormDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      opener={opener}
      title={`Pause ${ad.dogName}?`}
      text="The listing will be removed from search, and only you and admins will be able to see its page. It still counts as one of your listings."
    >
      <PauseForm {...props} />
    </FormDialog>
  );
}

function PauseForm({ ad, onClose, onPaused, onGone }: PauseDialogProps) {
  const [range] = useState(() => pauseRange(getNow()));
  const { mutate } = useMutation("ads.pause");
  const form = useSendForm({
    schema: pauseForm(range),
    defaultValues: { end: "day", until: "" },
    send: async ({ until }) => {
      try {
        await mutate({ id: ad.id, until });
      } catch (error) {
        if (findErrorCode(error) === "AD_NOT_FOUND") {
          onClose();
          onGone();
        }
        throw error;
      }
      onClose();
      void showToast({ title: `${ad.dogName} is paused`, tone: "success" });
      onPaused();
    },
  });
  const { register, watch } = form.hookForm;
  return (
    <DialogForm
      onSubmit={form.submit}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton isBusy={form.isBusy}>Pause Listing</SubmitButton>
        </>
      }
    >
      <FormProblems form={form} />
      <ChoiceGroup legend="Pause until">
        <Choice type="radio" {...register("end")} value="day" label="A date" />
        {watch("end") === "day" && (
          <div className="pt-2 pb-3 pl-8.5">
            <TextField
              {...form.field("until")}
              type="date"
              label="Public again on"
              hint={`From ${formatDate(range.first)} to ${formatDate(range.last)}`}
              min={range.first}
              max={range.last}
            />
          </div>
        )}
        <Choice type="radio" {...register("end")} value="open" label="I show it again" />
      </ChoiceGroup>
    </DialogForm>
  );
}
