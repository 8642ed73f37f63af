import { SERVER_FOLDERS } from "@studbook/domain/pages";

const SITE = "http://studbook.invalid";

/** What the server answers there is no page. A call can do something: a download is recorded and counted. */
const NO_PAGE = new RegExp(`^(?:${SERVER_FOLDERS.join("|")})(?![\\w-])`, "i");

/**
 * Where to go after sign-in: path, query and hash of a page of this site. Anything that could
 * lead a browser to another origin, or make it call the server's API, is undefined.
 */
export function findReturnPath(address: unknown): string | undefined {
  if (typeof address !== "string" || !address.startsWith("/")) return undefined;
  const url = URL.parse(address, SITE);
  if (url?.origin !== SITE || url.pathname.startsWith("//")) return undefined;
  return isPage(url.pathname) ? url.pathname + url.search + url.hash : undefined;
}

/** Read as the server's router reads it, which decodes it first. */
function isPage(pathname: string): boolean {
  try {
    return !NO_PAGE.test(decodeURIComponent(pathname));
  } catch {
    return false;
  }
}
