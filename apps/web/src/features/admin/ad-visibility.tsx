import { useRef } from "react";
import type { Data } from "../../trpc.ts";
import { type HideableAd, refreshAdmin } from "./admin-queries.ts";
import { HideAd } from "./hide-ad.tsx";
import { RestoreAd } from "./restore-ad.tsx";
import { useKeptFocus } from "./use-kept-focus.ts";

/** The button that hides an ad or restores a hidden one. */
export function AdVisibility({ ad, data }: { ad: HideableAd; data: Data }) {
  const place = useRef<HTMLDivElement>(null);
  const isHidden = ad.hiddenReason !== null;
  const keepFocus = useKeptFocus(place, isHidden);
  const refresh = () => {
    keepFocus();
    void refreshAdmin(data);
  };
  return (
    <div ref={place}>
      {isHidden ? (
        <RestoreAd ad={ad} onRestored={refresh} />
      ) : (
        <HideAd ad={ad} onHidden={refresh} />
      )}
    </div>
  );
}
