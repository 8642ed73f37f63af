import { useRef } from "react";
import { type AdminAd, refreshAdmin } from "../../features/admin/admin-queries.ts";
import type { Data } from "../../trpc.ts";
import { HideAd } from "./hide-ad.tsx";
import { RestoreAd } from "./restore-ad.tsx";
import { useKeptFocus } from "./use-kept-focus.ts";

/** The button that hides an ad or restores a hidden one. */
export function AdVisibility({ ad, data }: { ad: AdminAd; data: Data }) {
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
