import { Link } from "@tanstack/react-router";
import { AdVisibility } from "../../features/admin/ad-visibility.tsx";
import type { Ad } from "../../features/ads/ad-queries.ts";
import { MemberScope } from "../../features/auth/member-layout.tsx";
import type { Data } from "../../trpc.ts";

type AdminStripProps = { ad: Ad; data: Data };

/** The admin's actions on an ad. A default export for React's lazy, because only admins load it. */
export default function AdminStrip({ ad, data }: AdminStripProps) {
  const { id, userId, dogName, hiddenReason = null } = ad;
  return (
    <section
      aria-label="For admins"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-md border border-line bg-surface py-1.5 pr-2 pl-4 text-md"
    >
      <Link
        to="/admin/users"
        search={{ q: userId }}
        preload={false}
        className="inline-flex min-h-11 items-center"
      >
        View Owner in Manage Users
      </Link>
      <MemberScope>
        <AdVisibility ad={{ id, dogName, hiddenReason }} data={data} />
      </MemberScope>
    </section>
  );
}
