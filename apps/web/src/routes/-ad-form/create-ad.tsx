import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { getNow } from "../../clock.ts";
import type { Ad } from "../../features/ads/ad-queries.ts";
import { refreshAds } from "../../features/ads/own-ads.ts";
import { currentUser } from "../../features/auth/current-user.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import { FormPage } from "../../layout/form-page.tsx";
import type { Data } from "../../trpc.ts";
import { useMutation } from "../../use-mutation.ts";
import { findListingLimit } from "../-listing-limit/find-listing-limit.ts";
import { ListingLimitCard } from "../-listing-limit/listing-limit-card.tsx";
import { dropEmptyParts } from "./ad-changes.ts";
import { AdForm } from "./ad-form.tsx";
import { BackToMyAds } from "./back-to-my-ads.tsx";

const TITLE = "Create Stud Listing";

type CreateAdProps = {
  data: Data;
  today: string;
  /** The ad that the form begins with, except for what belongs to one dog. */
  copyOf: Ad | undefined;
};

/** The form of a new listing, or why the user cannot create one. */
export function CreateAd({ data, today, copyOf }: CreateAdProps) {
  const navigate = useNavigate();
  const { mutate } = useMutation("ads.create");
  const { data: user } = useQuery(currentUser(data));
  // Decided once, so that saving the last allowed listing does not replace the form.
  const [limit] = useState(() => user && findListingLimit(user, getNow()));
  if (user && limit) {
    return (
      <FormPage title={TITLE}>
        <h1>{TITLE}</h1>
        <ListingLimitCard user={user} limit={limit} />
        <BackToMyAds />
      </FormPage>
    );
  }
  return (
    <FormPage title={TITLE} isWide>
      <AdForm
        head={
          <>
            <h1>{TITLE}</h1>
            <p className="max-w-[56ch] text-lg text-ink-soft">
              {copyOf
                ? `A copy of ${copyOf.dogName}, without his titles, results, pedigree, numbers and dates.`
                : "Your dog, a photo and your contact are enough to publish. The record below can wait."}
            </p>
          </>
        }
        submitLabel="Create Listing"
        data={data}
        source={copyOf && { copyOf }}
        today={today}
        save={({ images, ...fields }) => mutate({ ...dropEmptyParts(fields), images })}
        onSaved={async ({ id, dogName, breed, state }) => {
          void showToast({ title: "Ad created successfully", tone: "success" });
          await refreshAds(data);
          const publishedAd = { id, dogName, breed, state };
          await navigate({ to: "/my-ads", state: { publishedAd } });
        }}
      />
    </FormPage>
  );
}
