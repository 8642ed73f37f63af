import { useNavigate } from "@tanstack/react-router";
import type { Ad } from "../../features/ads/ad-queries.ts";
import { refreshAds } from "../../features/ads/own-ads.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import { FormPage } from "../../layout/form-page.tsx";
import { api } from "../../member-api.ts";
import type { Data } from "../../trpc.ts";
import { AdForm } from "./ad-form.tsx";
import { BackToMyAds } from "./back-to-my-ads.tsx";

const TITLE = "Edit Stud Listing";

/** The form of a listing that its owner changes. */
export function EditAd({ ad, data, today }: { ad: Ad; data: Data; today: string }) {
  const navigate = useNavigate();
  const update = api.ads.update.useMutation();
  return (
    <FormPage title={TITLE}>
      <div className="grid gap-2">
        <BackToMyAds />
        <h1>{TITLE}</h1>
      </div>
      <AdForm
        submitLabel="Update Listing"
        ad={ad}
        today={today}
        save={(fields) => update.mutateAsync({ id: ad.id, ...fields })}
        onSaved={async () => {
          void showToast({ title: "Ad updated successfully", tone: "success" });
          await refreshAds(data);
          await navigate({ to: "/my-ads" });
        }}
      />
    </FormPage>
  );
}
