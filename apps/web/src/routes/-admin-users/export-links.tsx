import { buttonClass } from "@studbook/ui/button";
import { Download } from "lucide-react";
import { formatQuery } from "../../address.ts";
import type { UserFilters } from "../../features/admin/user-filters.ts";
import type { Data } from "../../trpc.ts";

const LINK = `max-sm:flex-1 ${buttonClass({ look: "quiet", size: "small" })}`;

/** The users that match and all ads as files, made while they are downloaded. */
export function ExportLinks({ data, filters }: { data: Data; filters: UserFilters }) {
  // The server writes down that a file was asked for.
  const forgetLog = () => data.queryClient.removeQueries({ queryKey: ["admin", "audit"] });
  return (
    <>
      <a
        href={`/api/admin/users.csv${formatQuery(filters)}`}
        download
        onClick={forgetLog}
        className={LINK}
      >
        <Download className="size-5" />
        Export users<span className="sr-only"> as CSV</span>
      </a>
      <a href="/api/admin/ads.csv" download onClick={forgetLog} className={LINK}>
        <Download className="size-5" />
        Export ads<span className="sr-only"> as CSV</span>
      </a>
    </>
  );
}
