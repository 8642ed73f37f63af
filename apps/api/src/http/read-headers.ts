/** The headers of a request on which a public response can depend. */
export type ReadHeaders = {
  host: string | undefined;
  cookie: string | undefined;
  ifNoneMatch: string | undefined;
  acceptEncoding: string | undefined;
  forwardedFor: string | undefined;
};

/** Where the value of a header goes. Reads with one of the others take the usual way. */
const PLACES = new Map<string, keyof ReadHeaders | "other">([
  ["host", "host"],
  ["cookie", "cookie"],
  ["if-none-match", "ifNoneMatch"],
  ["accept-encoding", "acceptEncoding"],
  ["x-forwarded-for", "forwardedFor"],
  ["authorization", "other"],
  ["content-length", "other"],
  ["transfer-encoding", "other"],
]);

/** Most other headers are recognized by the lengths of their names. */
const LENGTHS = new Set([...PLACES.keys()].map(({ length }) => length));

/**
 * Finds the headers of a read. Node.js makes a dictionary of all headers on the first use of `headers`, which takes a tenth of
 * the time of a stored response together with the access to its entries.
 *
 * @param rawHeaders names and values alternately
 * @returns undefined for a request with credentials, a body, no Host, or one of the headers twice
 */
export function findReadHeaders(rawHeaders: readonly string[]): ReadHeaders | undefined {
  const found: ReadHeaders = {
    host: undefined,
    cookie: undefined,
    ifNoneMatch: undefined,
    acceptEncoding: undefined,
    forwardedFor: undefined,
  };
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n] ?? "";
    if (!LENGTHS.has(name.length)) continue;
    const place = PLACES.get(name.toLowerCase());
    if (place === undefined) continue;
    if (place === "other" || found[place] !== undefined) return undefined;
    found[place] = rawHeaders[n + 1];
  }
  return found.host === undefined ? undefined : found;
}
