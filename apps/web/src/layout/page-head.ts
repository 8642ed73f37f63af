import type { Settings } from "../settings.ts";

type Page = {
  title: string;
  description: string;
  settings: Settings;
  /** Path and query of the canonical address; without one the page has none. */
  path?: string;
  /** A picture for link previews, root-relative or absolute. */
  image?: string | undefined;
  noIndex?: boolean;
};

const SITE = "Studbook";

/** The head tags of a page: title, description, canonical address and Open Graph. */
export function pageHead({ title, description, settings, path, image, noIndex }: Page) {
  const address = path === undefined ? undefined : settings.origin + path;
  const picture = image === undefined ? undefined : new URL(image, settings.origin).href;
  return {
    meta: [
      { title: `${title} · ${SITE}` },
      { name: "description", content: description },
      { property: "og:site_name", content: SITE },
      { property: "og:type", content: "website" },
      { property: "og:title", content: title },
      { property: "og:description", content: description },
      ...(address ? [{ property: "og:url", content: address }] : []),
      ...(picture ? [{ property: "og:image", content: picture }] : []),
      { name: "twitter:card", content: picture ? "summary_large_image" : "summary" },
      ...(noIndex ? [{ name: "robots", content: "noindex, follow" }] : []),
    ],
    links: address ? [{ rel: "canonical", href: address }] : [],
  };
}
