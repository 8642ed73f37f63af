import { Button } from "@studbook/ui/button";
import { useRouter } from "@tanstack/react-router";
import { Play } from "lucide-react";
import { useRef } from "react";
import type { Ad } from "../../features/ads/ad-queries.ts";
import { refreshAds } from "../../features/ads/own-ads.ts";
import { useAction } from "../../features/forms/use-action.ts";
import { useFocusAfterAction } from "../../features/forms/use-focus-after-action.ts";
import { showToast } from "../../features/toasts/show-toast.ts";

/** The button with which the owner of a paused ad ends the pause. */
export function ShowAgain({ ad: { id, dogName } }: { ad: Ad }) {
  const { data } = useRouter().options.context;
  const container = useRef<HTMLDivElement>(null);
  const restoreFocus = useFocusAfterAction(container, id);
  const { run, isPending } = useAction("ads.resume");
  const resume = async () => {
    if (isPending) return;
    const { isDone } = await run({ id });
    if (!isDone) return;
    void showToast({ title: `${dogName} is no longer paused`, tone: "success" });
    restoreFocus();
    await refreshAds(data);
  };
  return (
    <div ref={container} className="mt-2">
      <Button
        variant="secondary"
        size="small"
        aria-disabled={isPending || undefined}
        onClick={() => void resume()}
      >
        <Play className="size-5" />
        {isPending ? "One moment…" : "Show again"}
      </Button>
    </div>
  );
}
