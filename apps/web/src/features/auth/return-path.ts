const SITE = "http://studbook.invalid";

/**
 * Where to go after sign-in: path, query and hash of an address on this site. Anything that could
 * lead a browser to another origin is undefined.
 */
export function findReturnPath(address: unknown): string | undefined {
  if (typeof address !== "string" || !address.startsWith("/")) return undefined;
  const url = URL.parse(address, SITE);
  if (url?.origin !== SITE || url.pathname.startsWith("//")) return undefined;
  return url.pathname + url.search + url.hash;
}
