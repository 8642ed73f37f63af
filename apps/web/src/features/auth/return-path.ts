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

/** The query of /login: where the guest was sent from. */
export function readLoginQuery({ next }: Record<string, unknown>): { next?: string } {
  const path = findReturnPath(next);
  return path === undefined ? {} : { next: path };
}
