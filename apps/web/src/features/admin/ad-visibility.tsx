import { Button } from "@studbook/ui/button";
import { Eye } from "lucide-react";
import { useRef } from "react";
import type { Data } from "../../trpc.ts";
import { useAction } from "../forms/use-action.ts";
import { useFocusAfterAction } from "../forms/use-focus-after-action.ts";
import { showToast } from "../toasts/show-toast.ts";
import { type HideableAd, refreshAdmin } from "./admin-queries.ts";
import { HideAd } from "./hide-ad.tsx";

/** The button that hides an ad or restores a hidden one. */
export function AdVisibility({ ad, data }: { ad: HideableAd; data: Data }) {
  const container = useRef<HTMLDivElement>(null);
  const isHidden = ad.hiddenReason !== null;
  const restoreFocus = useFocusAfterAction(container, isHidden);
  const refresh = () => {
    restoreFocus();
    void refreshAdmin(data);
  };
  return (
    <div ref={container}>
      {isHidden ? (
        <RestoreAd ad={ad} onRestored={refresh} />
      ) : (
        <HideAd ad={ad} onHidden={refresh} />
      )}
    </div>
  );
}

/** Makes a hidden ad visible again, if its owner's membership allows it. */
function RestoreAd({ ad, onRestored }: { ad: HideableAd; onRestored: () => void }) {
  const { run, isPending } = useAction("admin.restoreAd");
  const restore = async () => {
    if (isPending) return;
    const { isDone } = await run({ id: ad.id });
    if (!isDone) return;
    void showToast({ title: `${ad.dogName} is no longer hidden`, tone: "success" });
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
