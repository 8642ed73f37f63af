import { formatDollars, pluralize } from "@studbook/domain/format";
import { buttonClass } from "@studbook/ui/button";
import { NoPicture, Photo, PhotoFrame } from "@studbook/ui/photo";
import { Skeleton } from "@studbook/ui/skeleton";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { getNow } from "../../clock.ts";
import { AdStateLine } from "../../features/ads/ad-state-line.tsx";
import { listAdStates } from "../../features/ads/list-ad-states.ts";
import { ownAds } from "../../features/ads/own-ads.ts";
import { photoSources } from "../../features/ads/photo-srcset.ts";
import type { CurrentUser } from "../../features/auth/current-user.ts";
import { LoadProblem } from "../../layout/load-problem.tsx";
import type { Data, Outputs } from "../../trpc.ts";
import { findListingLimit } from "../-listing-limit/find-listing-limit.ts";
import { ListingsState } from "./listings-state.tsx";
import { Section } from "./section.tsx";

/** So few that the membership and the forms below are near. */
const MOST_SHOWN = 5;

/** The most recent listings, and a link to the others. */
export function OwnListings({ user, data }: { user: CurrentUser; data: Data }) {
  const { data: own, error, refetch } = useInfiniteQuery(ownAds(data));
  const items = own?.pages.flatMap((page) => page.items) ?? [];
  const hidden = items.filter(({ hiddenReason }) => hiddenReason !== undefined);
  const paused = items.filter(({ availability }) => availability?.pausedUntil !== undefined);
  return (
    <Section>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>My listings</h2>
        {!findListingLimit(user, getNow()) && (
          <a href="/create-ad" className={buttonClass({ variant: "secondary", size: "small" })}>
            <Plus className="size-5" />
            Create listing
          </a>
        )}
      </div>
      {own && (
        <ListingsState
          user={user}
          hiddenCount={hidden.length}
          pausedCount={paused.filter((ad) => !hidden.includes(ad)).length}
        />
      )}
      {error ? (
        <LoadProblem
          error={error}
          title={<p className="font-semibold">Your listings could not be loaded</p>}
          onRecover={refetch}
        />
      ) : own ? (
        <List items={items} total={own.pages.at(-1)?.total ?? 0} />
      ) : (
        <div aria-busy="true">
          <Skeleton className="h-20 rounded-md" />
        </div>
      )}
    </Section>
  );
}

function List({ items, total }: Pick<Outputs["ads"]["mine"], "items" | "total">) {
  const shown = items.slice(0, MOST_SHOWN);
  if (total === 0) return <p className="text-ink-soft">You have no listings yet.</p>;
  return (
    <>
      <ul aria-label="My listings" className="-mb-3">
        {shown.map((ad) => (
          <li
            key={ad.id}
            className="flex flex-wrap items-center gap-4 border-line py-3.5 not-first:border-t"
          >
            <PhotoFrame className="w-19 flex-none rounded-sm">
              <Photo
                {...photoSources(ad.images[0], "76px")}
                alt=""
                fallback={<NoPicture>{""}</NoPicture>}
              />
            </PhotoFrame>
            <p className="min-w-0 flex-1 basis-[8em] text-md text-ink-soft [overflow-wrap:anywhere]">
              <b className="block text-base font-semibold text-ink">{ad.dogName}</b>
              {ad.breed}
              <br />
              {formatDollars(ad.studFee)} stud fee
              {listAdStates(ad, getNow())
                .filter(({ kind }) => kind === "paused" || kind === "hidden")
                .map((state) => (
                  <AdStateLine key={state.kind} state={state} />
                ))}
            </p>
            <a
              href={`/edit-ad/${ad.id}`}
              className={buttonClass({ variant: "bare", size: "small" })}
            >
              Edit<span className="sr-only"> {ad.dogName}</span>
            </a>
          </li>
        ))}
      </ul>
      {total > shown.length && (
        <p>
          <a href="/my-ads">All {pluralize(total, "listing", "listings")}</a>
        </p>
      )}
    </>
  );
}
