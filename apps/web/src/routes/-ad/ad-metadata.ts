import { formatDollars } from "@studbook/domain/format";
import { photoAtWidth } from "@studbook/domain/photos";
import { stateName } from "@studbook/domain/states";
import type { Ad } from "../../features/ads/ad-queries.ts";
import { escapeJson } from "../../page-state.ts";

const PREVIEW_CHARACTERS = 110;

/** Returns a one-line description for search engines and link previews. */
export function adDescription(ad: Ad): string {
  const text = ad.description.replace(/\s+/g, " ");
  // A character has at most two UTF-16 units.
  const start = [...text.slice(0, 2 * PREVIEW_CHARACTERS)].slice(0, PREVIEW_CHARACTERS).join("");
  const preview = text.length > start.length ? `${start.trimEnd()}…` : start;
  return `${formatDollars(ad.studFee)} stud fee, ${stateName(ad.state)}. ${preview}`;
}

/** Returns the ad as schema.org JSON-LD, safe inside a script element. */
export function adStructuredData(ad: Ad, origin: string): string {
  return escapeJson({
    "@context": "https://schema.org",
    "@type": "Service",
    serviceType: "Dog stud service",
    name: ad.dogName,
    category: ad.breed,
    description: ad.description,
    url: `${origin}/ad/${ad.id}`,
    image: ad.images.map((url) => new URL(photoAtWidth(url, 1600), origin).href),
    areaServed: { "@type": "State", name: stateName(ad.state) },
    provider: { "@type": "Person", name: ad.ownerName },
    offers: { "@type": "Offer", price: ad.studFee, priceCurrency: "USD" },
  });
}
