import { Button } from "@studbook/ui/button";
import { Eye } from "lucide-react";
import { api } from "../../member-api.ts";
import { describeFailure } from "../forms/describe-failure.ts";
import { showToast } from "../toasts/show-toast.ts";
import type { HideableAd } from "./admin-queries.ts";

/** Shows a hidden ad again, as far as its owner's membership does. */
export function RestoreAd({ ad, onRestored }: { ad: HideableAd; onRestored: () => void }) {
  const { mutateAsync, isPending } = api.admin.restoreAd.useMutation();
  const restore = async () => {
    if (isPending) return;
    try {
      await mutateAsync({ id: ad.id });
    } catch (error) {
      const { code, text } = describeFailure(error);
      if (code === "NOT_SIGNED_IN") return;
      return void showToast({ title: "Error", text, tone: "destructive" });
    }
    void showToast({ title: `${ad.dogName} is shown again`, tone: "success" });
    onRestored();
  };
  return (
    <Button
      variant="secondary"
      size="small"
      aria-disabled={isPending || undefined}
      onClick={() => void restore()}
    >
      <Eye className="size-5" />
      {isPending ? "One moment…" : "Restore"}
      <span className="sr-only"> {ad.dogName}</span>
    </Button>
  );
}
