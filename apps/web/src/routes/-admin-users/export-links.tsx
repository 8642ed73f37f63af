import { buttonClass } from "@studbook/ui/button";
import { Download } from "lucide-react";
import type { MouseEvent } from "react";
import { formatQuery } from "../../address.ts";
import { adminStats } from "../../features/admin/admin-queries.ts";
import type { UserFilters } from "../../features/admin/user-filters.ts";
import { describeFailure } from "../../features/forms/describe-failure.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import { apiKeyPrefix, type Data } from "../../trpc.ts";

const LINK = `max-sm:flex-1 ${buttonClass({ variant: "quiet", size: "small" })}`;

/** Downloads of the users that match the filters and of all ads, which are generated while they download. */
export function ExportLinks({ data, filters }: { data: Data; filters: UserFilters }) {
  const exportFile = async (event: MouseEvent<HTMLAnchorElement>) => {
    const { href } = event.currentTarget;
    event.preventDefault();
    // A page cannot detect a refused download, so a call that only admins may make comes first.
    try {
      await data.queryClient.fetchQuery({ ...adminStats(data), staleTime: 0 });
    } catch (error) {
      const { code, text } = describeFailure(error);
      if (code === "NOT_SIGNED_IN") return;
      return void showToast({ title: "Error", text, tone: "destructive" });
    }
    location.assign(href);
    // The server records the export in the audit log.
    data.queryClient.removeQueries({ queryKey: apiKeyPrefix("admin.audit") });
  };
  return (
    <>
      <a
        href={`/api/admin/users.csv${formatQuery(filters)}`}
        download
        onClick={exportFile}
        className={LINK}
      >
        <Download className="size-5" />
        Export Users<span className="sr-only"> as CSV</span>
      </a>
      <a href="/api/admin/ads.csv" download onClick={exportFile} className={LINK}>
        <Download className="size-5" />
        Export Ads<span className="sr-only"> as CSV</span>
      </a>
    </>
  );
}
