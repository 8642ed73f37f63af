import { AdHiding } from "@studbook/domain/schemas/admin";
import { Button } from "@studbook/ui/button";
import { DialogForm, FormDialog } from "@studbook/ui/form-dialog";
import { Textarea } from "@studbook/ui/textarea";
import { EyeOff } from "lucide-react";
import { useState } from "react";
import { useMutation } from "../../use-mutation.ts";
import { FormProblems } from "../forms/form-problems.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useSendForm } from "../forms/use-send-form.ts";
import { showToast } from "../toasts/show-toast.ts";
import type { HideableAd } from "./admin-queries.ts";

type HideAdProps = { ad: HideableAd; onHidden: () => void };

/** Hides an ad for a reason that its owner can read. */
export function HideAd({ ad, onHidden }: HideAdProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <FormDialog
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button variant="quiet" size="small">
          <EyeOff className="size-5" />
          Hide<span className="sr-only"> {ad.dogName}</span>
        </Button>
      }
      title={`Hide ${ad.dogName}?`}
      text="The listing will be removed from search, and its page will no longer be public. Only its owner and admins will be able to see it, along with the reason you enter."
    >
      <ReasonForm ad={ad} onHidden={onHidden} onClose={() => setIsOpen(false)} />
    </FormDialog>
  );
}

function ReasonForm({ ad, onHidden, onClose }: HideAdProps & { onClose: () => void }) {
  const { mutate } = useMutation("admin.hideAd");
  const form = useSendForm({
    schema: AdHiding,
    defaultValues: { id: ad.id, reason: "" },
    send: async (hiding) => {
      await mutate(hiding);
      onClose();
      void showToast({ title: `${ad.dogName} is hidden`, tone: "success" });
      onHidden();
    },
  });
  return (
    <DialogForm
      onSubmit={form.submit}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton variant="danger" isBusy={form.isBusy}>
            Hide Listing
          </SubmitButton>
        </>
      }
    >
      <FormProblems form={form} />
      <Textarea {...form.field("reason")} label="Reason" rows={3} />
    </DialogForm>
  );
}
