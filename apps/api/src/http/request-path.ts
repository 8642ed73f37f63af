import type { IncomingMessage } from "node:http";

/**
 * Returns the path and query that a request is routed by. An absolute URL, as proxies send it, loses its origin. A path
 * with invalid percent-encoding is taken literally, so that it is an unknown path instead of a separate kind of error.
 */
export function requestPath({ url = "/" }: Pick<IncomingMessage, "url">): string {
  const path = url.startsWith("/") ? url : pathOfAddress(url);
  const [pathname = "", ...query] = path.split("?");
  const rest = query.length > 0 ? `?${query.join("?")}` : "";
  return isDecodable(pathname) ? path : pathname.replaceAll("%", "%25") + rest;
}

function pathOfAddress(address: string): string {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url.pathname + url.search : "/%2A";
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}
