import { isSampleAd } from "@studbook/domain/samples";
import { lazy, Suspense } from "react";
import type { Ad } from "../../features/ads/ad-queries.ts";
import type { CurrentUser } from "../../features/auth/current-user.ts";
import type { Data } from "../../trpc.ts";

const AdminStrip = lazy(() => import("./admin-strip.tsx"));

type AdminSlotProps = { ad: Ad; data: Data; viewer: CurrentUser | null | undefined };

/** The admin's actions on an ad, and their room as long as it is not known who is signed in. */
export function AdminSlot({ ad, data, viewer }: AdminSlotProps) {
  // Sample ads cannot be hidden, and their owner is not in the user list.
  if (isSampleAd(ad.id) || (viewer !== undefined && !viewer?.isAdmin)) return null;
  return (
    <div
      className={`mb-6 min-h-27 print:hidden md:min-h-14.5 ${viewer === undefined ? "for-admin" : ""}`}
    >
      {viewer && (
        <Suspense>
          <AdminStrip ad={ad} data={data} />
        </Suspense>
      )}
    </div>
  );
}
