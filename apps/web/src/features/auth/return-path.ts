import { SERVER_FOLDERS } from "@studbook/domain/requests";

const SITE = "http://studbook.invalid";

/** Paths for which the server does not return a page. Opening one may have an effect: a download is logged and counted. */
const NO_PAGE = new RegExp(`^(?:${SERVER_FOLDERS.join("|")})(?![\\w-])`, "i");

/**
 * Returns where to go after a sign-in: path, query and hash of a page of this site. Returns undefined for anything
 * that could lead a browser to another origin or make it call the API.
 */
export function findReturnPath(address: unknown): string | undefined {
  if (typeof address !== "string" || !address.startsWith("/")) return undefined;
  const url = URL.parse(address, SITE);
  if (url?.origin !== SITE || url.pathname.startsWith("//")) return undefined;
  return isPage(url.pathname) ? url.pathname + url.search + url.hash : undefined;
}

/** Decodes the path first, as the server's router does. */
function isPage(pathname: string): boolean {
  try {
    return !NO_PAGE.test(decodeURIComponent(pathname));
  } catch {
    return false;
  }
}
