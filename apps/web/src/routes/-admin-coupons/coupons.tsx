import { COUPON_RESERVATION_MINUTES } from "@studbook/domain/coupons";
import { Card } from "@studbook/ui/card";
import { EmptyPanel } from "@studbook/ui/empty-panel";
import { Skeleton } from "@studbook/ui/skeleton";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useRef } from "react";
import portrait from "../../assets/pictures/bloodhound.webp";
import { AdminPage } from "../../features/admin/admin-page.tsx";
import { adminCoupons, COUPONS_PER_PAGE } from "../../features/admin/admin-queries.ts";
import { LoadMore } from "../../features/lists/load-more.tsx";
import { openPagesParameter } from "../../features/lists/open-pages.ts";
import { useOpenPages } from "../../features/lists/use-open-pages.ts";
import { RetryProblem } from "../../layout/retry-problem.tsx";
import type { Data } from "../../trpc.ts";
import { CouponsTable } from "./coupons-table.tsx";
import { CreateCoupon } from "./create-coupon.tsx";

type CouponsProps = {
  data: Data;
  /** How many pages of the list are open. */
  open: number;
};

/** The list of coupons, newest first. */
export function Coupons({ data, open }: CouponsProps) {
  const navigate = useNavigate();
  const table = useRef<HTMLDivElement>(null);
  const query = useInfiniteQuery(adminCoupons(data, open));
  const list = useOpenPages(query, {
    size: COUPONS_PER_PAGE,
    open,
    onOpen: (count) =>
      void navigate({
        to: "/admin/coupons",
        search: openPagesParameter(count),
        replace: true,
        resetScroll: false,
      }),
  });
  const coupons = list.items;
  const { length } = coupons;
  const isEmpty = query.isSuccess && length === 0;
  const focusCoupon = useCallback((index: number) => {
    table.current?.querySelectorAll<HTMLElement>("tbody tr")[index]?.focus();
  }, []);

  return (
    <AdminPage title="Coupons" isInner actions={!isEmpty && <CreateCoupon data={data} />}>
      {query.isError && length === 0 && (
        <RetryProblem
          error={query.error}
          title={<h2 className="mb-1 text-xl">The coupons could not be loaded</h2>}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <div aria-busy="true">
          <Skeleton className="h-80 rounded-lg" />
        </div>
      )}
      {isEmpty && (
        <EmptyPanel image={portrait}>
          <h2>No coupons yet</h2>
          <p className="text-ink-soft">A coupon gives a discount on a membership.</p>
          <CreateCoupon data={data} />
        </EmptyPanel>
      )}
      {length > 0 && (
        <>
          <p className="text-ink-soft">
            Uses include payments in progress. A checkout reserves its coupon for up to{" "}
            {COUPON_RESERVATION_MINUTES} minutes.
          </p>
          <Card className="overflow-hidden">
            <div ref={table}>
              <CouponsTable coupons={coupons} data={data} />
            </div>
          </Card>
          <LoadMore
            query={list}
            shown={length}
            progress={progressText(length, list.hasNextPage || query.hasNextPage)}
            failure="Could not load more coupons"
            onLast={focusCoupon}
          />
        </>
      )}
    </AdminPage>
  );
}

function progressText(count: number, hasMore: boolean): string {
  if (hasMore) return `Showing the ${count} most recent`;
  return count === 1 ? "Showing 1 coupon" : `Showing all ${count} coupons`;
}
