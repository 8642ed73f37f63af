import { formatDate } from "@studbook/domain/format";
import { useNavigate } from "@tanstack/react-router";
import type { Ad } from "../../features/ads/ad-queries.ts";
import { refreshAds } from "../../features/ads/own-ads.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import { FormPage } from "../../layout/form-page.tsx";
import type { Data } from "../../trpc.ts";
import { useMutation } from "../../use-mutation.ts";
import { findChanges } from "./ad-changes.ts";
import { AdForm } from "./ad-form.tsx";
import { BackToMyAds } from "./back-to-my-ads.tsx";
import { useReturnToMyAds } from "./my-ads-link.tsx";

const TITLE = "Edit Stud Listing";

/** The form that changes a listing. */
export function EditAd({ ad, data, today }: { ad: Ad; data: Data; today: string }) {
  const navigate = useNavigate();
  const returnToMyAds = useReturnToMyAds();
  const { mutate } = useMutation("ads.update");
  return (
    <FormPage title={TITLE} isWide>
      <AdForm
        head={
          <>
            <BackToMyAds />
            <h1>{TITLE}</h1>
            <p className="text-md text-ink-soft [overflow-wrap:anywhere]">
              {`${ad.dogName}, listed since ${formatDate(ad.createdAt)}. Changes show as soon as you press Update Listing.`}
            </p>
          </>
        }
        submitLabel="Update Listing"
        data={data}
        source={{ ad }}
        today={today}
        save={(fields) => mutate({ id: ad.id, ...findChanges(ad, fields) })}
        onSaved={async () => {
          void showToast({ title: "Ad updated successfully", tone: "success" });
          await refreshAds(data);
          if (!returnToMyAds()) await navigate({ to: "/my-ads" });
        }}
      />
    </FormPage>
  );
}
