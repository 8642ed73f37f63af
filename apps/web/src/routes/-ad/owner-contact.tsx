import type { Ad } from "../../features/ads/ad-queries.ts";
import { ContactCard } from "../../features/ads/contact-card.tsx";

export function OwnerContact({ ad }: { ad: Ad }) {
  const { kennelName } = ad.record?.identity ?? {};
  return (
    <ContactCard email={ad.ownerEmail} phone={ad.ownerPhone}>
      <p className="-mt-2 mb-2 text-ink-soft [overflow-wrap:anywhere]">
        {/* A plain link: the router's costs the server as much as twenty elements. */}
        <a href={`/owners/${ad.userId}`} className="inline-flex min-h-11 items-center">
          {ad.ownerName}
        </a>
        {kennelName && ` · ${kennelName}`}
      </p>
    </ContactCard>
  );
}
