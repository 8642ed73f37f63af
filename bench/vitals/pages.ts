/** Limits for the largest contentful paint in milliseconds: simulated over HTTP/2 and HTTP/1.1, and with applied throttling. */
type PaintLimits = { http2: number; http1: number; applied: number };

/** A public page. Those that visitors see first have limits for their paint. Search engines may not list all of them. */
export type PublicPage = { name: string; path: string; paint?: PaintLimits; isNoindex?: true };

const LANDING: PaintLimits = { http2: 1000, http1: 1050, applied: 650 };
const SEARCH: PaintLimits = { http2: 1100, http1: 1150, applied: 650 };

/**
 * Returns the pages to measure, with a listing that has a photo.
 *
 * @throws Error if the server has none
 */
export async function listPublicPages(origin: string): Promise<PublicPage[]> {
  const response = await fetch(`${origin}/api/ads?limit=24`);
  const ads: { id: string; images: string[] }[] = await response.json();
  const ad = ads.find(({ images }) => images.length > 0);
  if (!ad) throw new Error("The server has no listing with a photo");
  return [
    { name: "home", path: "/", paint: LANDING },
    { name: "search", path: "/search", paint: SEARCH },
    { name: "ad", path: `/ad/${ad.id}`, paint: LANDING },
    { name: "contact", path: "/contact" },
    { name: "login", path: "/login", isNoindex: true },
  ];
}
