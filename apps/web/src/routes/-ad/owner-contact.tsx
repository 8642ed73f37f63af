import { Link } from "@tanstack/react-router";
import type { Ad } from "../../features/ads/ad-queries.ts";
import { ContactCard } from "../../features/ads/contact-card.tsx";

export function OwnerContact({ ad }: { ad: Ad }) {
  const { kennelName } = ad.record?.identity ?? {};
  return (
    <ContactCard email={ad.ownerEmail} phone={ad.ownerPhone}>
      <p className="-mt-2 mb-2 text-ink-soft [overflow-wrap:anywhere]">
        <Link
          to="/owners/$id"
          params={{ id: ad.userId }}
          className="inline-flex min-h-11 items-center"
        >
          {ad.ownerName}
        </Link>
        {kennelName && ` · ${kennelName}`}
      </p>
    </ContactCard>
  );
}
