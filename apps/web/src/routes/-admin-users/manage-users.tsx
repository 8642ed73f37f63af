import { Button } from "@studbook/ui/button";
import { EmptyPanel } from "@studbook/ui/empty-panel";
import { Skeleton } from "@studbook/ui/skeleton";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { RotateCcw } from "lucide-react";
import { useCallback, useRef } from "react";
import portrait from "../../assets/pictures/bloodhound.webp";
import { AdminPage } from "../../features/admin/admin-page.tsx";
import { adminUsers, USERS_PER_PAGE } from "../../features/admin/admin-queries.ts";
import { IgnoredFilters } from "../../features/admin/ignored-filters.tsx";
import { readUserFilters, type UserFilters } from "../../features/admin/user-filters.ts";
import { LoadMore } from "../../features/lists/load-more.tsx";
import { openPagesParameter } from "../../features/lists/open-pages.ts";
import { useOpenPages } from "../../features/lists/use-open-pages.ts";
import { RetryProblem } from "../../layout/retry-problem.tsx";
import type { Data } from "../../trpc.ts";
import { ExportLinks } from "./export-links.tsx";
import { formatUsersFound } from "./format-user.ts";
import { UserCard } from "./user-card.tsx";
import { UserFilterForm } from "./user-filter-form.tsx";

const SKELETONS = [1, 2, 3];

type ManageUsersProps = {
  data: Data;
  /** The filters in the address. */
  query: Record<string, string>;
  /** The valid ones. */
  filters: UserFilters;
  /** How many pages of the list are open. */
  open: number;
};

/** One card per user, with filters (specification, section 2). */
export function ManageUsers({ data, query: address, filters, open }: ManageUsersProps) {
  const navigate = useNavigate();
  const cards = useRef<HTMLUListElement>(null);
  const query = useInfiniteQuery({
    ...adminUsers(data, filters, open),
    placeholderData: keepPreviousData,
  });
  const isWaiting = query.isPlaceholderData;
  const list = useOpenPages(query, {
    size: USERS_PER_PAGE,
    open,
    onOpen: (count) => goTo({ ...filters, ...openPagesParameter(count) }),
  });
  const users = list.items;
  const total = query.data?.pages.at(-1)?.total;
  const firstLoadFailed = query.isError && users.length === 0;
  const focusUser = useCallback((index: number) => {
    cards.current?.children[index]?.querySelector("h2")?.focus();
  }, []);

  const goTo = (search: UserFilters & { pages?: string }) =>
    void navigate({ to: "/admin/users", search, replace: true, resetScroll: false });
  const choose = (change: Record<string, string>) =>
    void navigate({
      to: "/admin/users",
      // Not `filters`, which lacks the previous change while that is loading.
      search: (current) => readUserFilters({ ...current, ...change }),
      replace: true,
      resetScroll: false,
    });

  return (
    <AdminPage title="Manage Users" isInner actions={<ExportLinks data={data} filters={filters} />}>
      <UserFilterForm filters={filters} onChoose={choose} onReset={() => goTo({})} />
      <IgnoredFilters query={address} filters={filters} />
      {firstLoadFailed ? (
        <RetryProblem
          error={query.error}
          title={<h2 className="mb-1 text-xl">The users could not be loaded</h2>}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <p role="status" className="min-h-[1.3em] font-display text-xl font-semibold">
          {isWaiting ? "Searching…" : total !== undefined && formatUsersFound(total)}
        </p>
      )}
      {query.isPending && (
        <ul aria-busy="true" aria-label="Loading users" className="grid gap-4">
          {SKELETONS.map((card) => (
            <li key={card}>
              <Skeleton className="h-50 rounded-lg" />
            </li>
          ))}
        </ul>
      )}
      {users.length > 0 && (
        <ul ref={cards} aria-label="Users" aria-busy={isWaiting} className="grid grid-cols-1 gap-4">
          {users.map((user) => (
            <li key={user.id}>
              <UserCard user={user} data={data} />
            </li>
          ))}
        </ul>
      )}
      {!isWaiting && total === 0 && (
        <EmptyPanel image={portrait}>
          <h2>No users found</h2>
          <p className="text-ink-soft">No one matches. Try a different name or fewer filters.</p>
          <Button variant="secondary" onClick={() => goTo({})}>
            <RotateCcw className="size-5" />
            Reset Filters
          </Button>
        </EmptyPanel>
      )}
      {!isWaiting && users.length > 0 && (
        <LoadMore
          query={list}
          shown={users.length}
          progress={open > 1 ? `Showing ${users.length} of ${total}` : ""}
          failure="Could not load more users"
          onLast={focusUser}
        />
      )}
    </AdminPage>
  );
}
