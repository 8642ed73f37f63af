const YEAR_SECONDS = 31_536_000;

/** Returns the value of a cookie that scripts can read, or undefined if there is none. */
export function readCookie(name: string): string | undefined {
  const start = `${name}=`;
  return document.cookie
    .split("; ")
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length);
}

/** Stores a value on this device for a year. Does nothing if the browser blocks cookies. */
export function writeCookie(name: string, value: string): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the asynchronous Cookie Store API.
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
}
