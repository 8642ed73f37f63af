import { factLabel } from "@studbook/domain/record/dated-facts";
import { Button } from "@studbook/ui/button";
import { TextField } from "@studbook/ui/text-field";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { findErrorCode } from "../../error-code.ts";
import type { OwnAd } from "../../features/ads/own-ads.ts";
import { FormProblems } from "../../features/forms/form-problems.tsx";
import { SubmitButton } from "../../features/forms/submit-button.tsx";
import { useSendForm } from "../../features/forms/use-send-form.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import { callQuery } from "../../trpc.ts";
import { useMutation } from "../../use-mutation.ts";
import { type RenewableFact, renewalForm, renewFact } from "./renewal-form.ts";

type RenewFactProps = {
  ad: OwnAd;
  fact: RenewableFact;
  /** The UTC day 'YYYY-MM-DD'. */
  today: string;
  onCancel: () => void;
  onRenewed: () => void;
  /** Called if the listing no longer exists. */
  onGone: () => void;
};

/** Asks for the new date of an old fact, and changes only that in the record. */
export function RenewFact({ ad, fact, today, onCancel, onRenewed, onGone }: RenewFactProps) {
  const { data } = useRouter().options.context;
  const { mutate } = useMutation("ads.update");
  const form = useSendForm({
    schema: renewalForm(fact, today),
    defaultValues: { date: "" },
    send: async ({ date }) => {
      try {
        // A change replaces the whole part, and another tab may have changed it.
        const { record } = await callQuery(data, "ads.byId", { id: ad.id });
        await mutate({
          id: ad.id,
          record: { breeding: renewFact(record?.breeding, fact, date) },
        });
      } catch (error) {
        if (findErrorCode(error) === "AD_NOT_FOUND") onGone();
        throw error;
      }
      void showToast({ title: "Ad updated successfully", tone: "success" });
      onRenewed();
    },
  });
  const { setFocus } = form.hookForm;
  useEffect(() => setFocus("date"), [setFocus]);
  return (
    <form noValidate onSubmit={form.submit} className="grid basis-full gap-4 pt-1 pb-4">
      <FormProblems form={form} />
      <div className="flex flex-wrap items-start gap-x-2.5 gap-y-4">
        <div className="min-w-0 flex-1 basis-60 sm:max-w-80">
          <TextField
            {...form.field("date")}
            type="date"
            label={`Date of the new ${factLabel(fact).toLowerCase()}`}
            max={today}
          />
        </div>
        {/* On wide screens level with the input, below its label. */}
        <div className="flex gap-2.5 sm:mt-[calc(var(--text-md--line-height)*var(--sb-text-md)+0.375rem)]">
          <SubmitButton isBusy={form.isBusy}>Save</SubmitButton>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </form>
  );
}
