import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { refreshAds } from "../../features/ads/own-ads.ts";
import { currentUser } from "../../features/auth/current-user.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import { FormPage } from "../../layout/form-page.tsx";
import { api } from "../../member-api.ts";
import type { Data } from "../../trpc.ts";
import { findListingLimit } from "../-listing-limit/find-listing-limit.ts";
import { ListingLimitCard } from "../-listing-limit/listing-limit-card.tsx";
import { AdForm } from "./ad-form.tsx";
import { BackToMyAds } from "./back-to-my-ads.tsx";

const TITLE = "Create Stud Listing";

/** The form of a new listing, or why there can be none. */
export function CreateAd({ data, today }: { data: Data; today: string }) {
  const navigate = useNavigate();
  const create = api.ads.create.useMutation();
  const { data: user } = useQuery(currentUser(data));
  // Decided on arrival: saving the last listing that is allowed must not take the form away.
  const [limit] = useState(() => user && findListingLimit(user, new Date()));
  return (
    <FormPage title={TITLE}>
      <h1>{TITLE}</h1>
      {user && limit ? (
        <>
          <ListingLimitCard user={user} limit={limit} />
          <BackToMyAds />
        </>
      ) : (
        <AdForm
          submitLabel="Create Listing"
          today={today}
          save={create.mutateAsync}
          onSaved={async () => {
            void showToast({ title: "Ad created successfully", tone: "success" });
            await refreshAds(data);
            await navigate({ to: "/my-ads" });
          }}
        />
      )}
    </FormPage>
  );
}
