import type { Settings } from "@studbook/api/page-contract";

type PageHeadProps = {
  title: string;
  description: string;
  settings: Settings;
  /** Path and query of the canonical address. */
  path: string;
  /** The image of link previews, root-relative or absolute. Defaults to Studbook's. */
  image?: string | undefined;
  noIndex?: boolean;
};

/** A JPEG, because not every service reads WebP. */
const PREVIEW = "/preview.jpg";

/** The title, description, canonical URL and Open Graph tags of a page. React moves them into the head. */
export function PageHead({
  title,
  description,
  settings,
  path,
  image = PREVIEW,
  noIndex,
}: PageHeadProps) {
  const address = settings.origin + path;
  return (
    <>
      <title>{`${title} · Studbook`}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:site_name" content="Studbook" />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={new URL(image, settings.origin).href} />
      <meta name="twitter:card" content="summary_large_image" />
      {noIndex && <meta name="robots" content="noindex, follow" />}
    </>
  );
}
