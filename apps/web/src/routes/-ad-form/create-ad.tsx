import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { getNow } from "../../clock.ts";
import { refreshAds } from "../../features/ads/own-ads.ts";
import { currentUser } from "../../features/auth/current-user.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import { FormPage } from "../../layout/form-page.tsx";
import type { Data } from "../../trpc.ts";
import { useMutation } from "../../use-mutation.ts";
import { findListingLimit } from "../-listing-limit/find-listing-limit.ts";
import { ListingLimitCard } from "../-listing-limit/listing-limit-card.tsx";
import { AdForm } from "./ad-form.tsx";
import { BackToMyAds } from "./back-to-my-ads.tsx";

const TITLE = "Create Stud Listing";

/** The form of a new listing, or why the user cannot create one. */
export function CreateAd({ data, today }: { data: Data; today: string }) {
  const navigate = useNavigate();
  const { mutate } = useMutation("ads.create");
  const { data: user } = useQuery(currentUser(data));
  // Decided once, so that saving the last allowed listing does not replace the form.
  const [limit] = useState(() => user && findListingLimit(user, getNow()));
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
          save={mutate}
          onSaved={async ({ id, dogName, breed, state }) => {
            void showToast({ title: "Ad created successfully", tone: "success" });
            await refreshAds(data);
            const publishedAd = { id, dogName, breed, state };
            await navigate({ to: "/my-ads", state: { publishedAd } });
          }}
        />
      )}
    </FormPage>
  );
}
