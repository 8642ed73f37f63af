import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { RawRequest } from "./pair.ts";

const LONG = "x".repeat(1500);

const VALUES: Record<string, readonly string[]> = {
  breed: ["Boxer", "Akita", "", "boxer", "Bull Terrier", "unicorn", "Boxer,Akita", LONG],
  state: ["TX", "OH", "", "tx", "Texas", "ZZ"],
  limit: ["1", "2", "200", "201", "0", "-1", "02", "2.0", "1e1", "2 ", "", "NaN", "999999999999"],
  cursor: ["", "x", "eyJ", "null", LONG],
  pages: ["", "1", "2", "999", "1000", "-1", "x"],
  page: ["1", "2"],
  utm_source: ["a", "b", LONG],
  batch: ["1", "0", ""],
  input: ["{}", "null", "[]", '{"limit":1}', "{", '{"json":{}}'],
  "breed[]": ["Boxer"],
  LIMIT: ["1"],
  __proto__x: ["1"],
  q: ["rex"],
};

const INPUTS: readonly unknown[] = [
  {},
  null,
  [],
  "x",
  0,
  { limit: 1 },
  { limit: "1" },
  { limit: 1.5 },
  { limit: 1000 },
  { breed: "Boxer" },
  { breed: ["Boxer", "Akita"] },
  { breed: ["Akita", "Boxer"] },
  { breed: [] },
  { breed: [["Boxer"]] },
  { breed: null },
  { breed: "", state: "" },
  { state: "TX", breed: "Boxer" },
  { state: ["TX", "TX"] },
  { cursor: "" },
  { cursor: null },
  { cursor: "x" },
  { limit: 1, extra: 1 },
  { breed: Array.from({ length: 11 }, () => "Boxer") },
  { 0: { limit: 1 }, 1: {} },
];

const RAW_INPUTS = [
  '{"limit":1,"limit":2}',
  ' { "limit" : 2 } ',
  '{"__proto__":{"limit":1}}',
  '{"limit":1e0}',
  '{"breed":"\\u0042oxer"}',
  "%7B%7D",
  "undefined",
];

const NAMES = ["ads.search", "ads.searchSummaries", "ads.byId", "breeds.list", "states.list"];

const HEADERS: Record<string, readonly string[]> = {
  accept: ["*/*", "text/html", "application/json", "application/jsonl"],
  "accept-encoding": [
    ...["br", "gzip", "identity", "*", "gzip, br", "br;q=0", "br;q=0.1, gzip", "deflate", "zstd"],
    ...["identity;q=0", "*;q=0", "gzip;q=0, *;q=1", "BR", "x-gzip", "br;q=x", ""],
  ],
  "accept-language": ["de", "*"],
  "cache-control": ["no-cache", "no-store", "only-if-cached"],
  pragma: ["no-cache"],
  cookie: [
    ...["studbook=forged", "theme=dark", "studbook-viewer=admin", "a=b; studbook=", "=; ;;"],
    ...["studbook-device=forged", "__Host-studbook=forged", "%73tudbook=forged"],
  ],
  host: ["evil.example", "studbook.test", "127.0.0.1:1", ""],
  "if-none-match": ["*", '"x"', 'W/"x", "y"'],
  "if-modified-since": ["Sat, 01 Jan 2050 00:00:00 GMT"],
  "if-range": ['"x"'],
  range: ["bytes=0-1", "bytes=-1", "items=0-1"],
  origin: ["https://evil.example", "null", "http://studbook.test"],
  "sec-fetch-site": ["cross-site", "same-origin"],
  "sec-fetch-mode": ["cors", "navigate"],
  "content-type": ["application/json", "multipart/form-data; boundary=x", "text/plain"],
  "trpc-accept": ["application/jsonl"],
  "trpc-batch-mode": ["stream"],
  "x-acting-user": ["admin"],
  "x-forwarded-for": ["192.0.2.1, 10.0.0.1"],
  "x-forwarded-host": ["evil.example"],
  "x-forwarded-proto": ["https", "gopher"],
  "x-http-method-override": ["DELETE"],
  "x-original-url": ["/api/my-ads"],
  "x-rewrite-url": ["/api/my-ads"],
  authorization: ["Bearer x"],
  vary: ["cookie"],
  "accept-version": ["1.0.0"],
  upgrade: ["h2c"],
  connection: ["close", "cookie", "accept-encoding"],
};

const oneOf = (values: readonly string[] = [""]) => fc.constantFrom(...values);

/** Some names with one of their values each, possibly repeated, in any order. */
const pairsOf = (pool: Record<string, readonly string[]>, maxLength: number) =>
  fc.array(
    oneOf(Object.keys(pool)).chain((name) => fc.tuple(fc.constant(name), oneOf(pool[name]))),
    { maxLength },
  );

/** Spells a text like a URL or unlike one: encoded more than necessary, or with `+`. */
const spelled = (text: string) =>
  fc.constantFrom(
    encodeURIComponent(text),
    encodeURIComponent(text).replaceAll("%20", "+"),
    encodeURIComponent(text).replace(/[a-zA-Z]/, (c) => `%${c.charCodeAt(0).toString(16)}`),
    encodeURIComponent(text).replaceAll(/%../g, (code) => code.toLowerCase()),
  );

const query = fc
  .tuple(pairsOf(VALUES, 4), fc.constantFrom("", "", "", "&", "#x", "?x=1", "=", "%", ";"))
  .chain(([pairs, end]) =>
    fc
      .tuple(...pairs.map(([name, value]) => fc.tuple(spelled(name), spelled(value))))
      .map((spelledPairs) => spelledPairs.map((pair) => pair.join("=")).join("&") + end),
  );

const pathSpelled = (path: string) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(path) },
    fc.constantFrom(
      ...[`${path}/`, `/${path}`, path.toUpperCase(), `${path};a=b`, `${path}%00`, `${path}%2F`],
      ...[`http://evil.example${path}`, `/x/..${path}`, path.replace("a", "%61")],
    ),
  );

/** Public reads of ads with these IDs and of their lists in any spelling, with any headers, and requests that look similar. */
export function publicRequests(ids: readonly string[]): fc.Arbitrary<RawRequest> {
  const [known = ""] = ids;
  const id = fc.constantFrom(...ids, randomUUID(), known.toUpperCase(), `{${known}}`, `${known}0`);
  const path = fc.oneof(
    fc.constantFrom("/api/ads", "/api/breeds", "/api/states", "/", "/search", "/contact"),
    fc.constantFrom("/api/my-ads", "/api/auth/me", "/trpc/auth.me", "/api/unknown", "/account"),
    id.map((value) => `/api/ads/${value}`),
    id.map((value) => `/ad/${value}`),
  );
  const page = fc
    .tuple(path.chain(pathSpelled), fc.option(query))
    .map(([at, parameters]) => (parameters === null ? at : `${at}?${parameters}`));
  const inputs = fc.oneof(
    fc.constantFrom(...INPUTS).map((input) => JSON.stringify(input)),
    fc.constantFrom(...RAW_INPUTS),
    id.map((value) => JSON.stringify({ id: value })),
    id.map((value) => JSON.stringify({ id: value, extra: 1 })),
  );
  const procedure = fc
    .tuple(
      fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 2 }),
      inputs.chain(spelled),
      fc.constantFrom("", "&batch=1", "&input=%7B%22limit%22%3A1%7D", "&x=1", "&batch=1&batch=0"),
    )
    .map(([names, input, more]) => `/trpc/${names.join(",")}?input=${input}${more}`);
  return fc.record({
    method: fc.oneof(
      { weight: 8, arbitrary: fc.constant("GET") },
      fc.constantFrom("HEAD", "OPTIONS", "POST", "DELETE", "TRACE"),
    ),
    path: fc.oneof(page, procedure),
    headers: pairsOf(HEADERS, 3).map((pairs) => Object.fromEntries(pairs)),
  });
}

/** Returns some of them, the same ones for the same seed. */
export function samplePublicRequests(
  ids: readonly string[],
  { seed, count }: { seed: number; count: number },
): RawRequest[] {
  return fc.sample(publicRequests(ids), { seed, numRuns: count });
}

/** The requests whose responses must never be those of others. */
export function plainRequests(ids: readonly string[]): RawRequest[] {
  const input = (value: object) => encodeURIComponent(JSON.stringify(value));
  const paths = [
    ...["/api/ads", "/api/ads?breed=Boxer", "/api/ads?state=TX&limit=1", "/api/breeds"],
    ...["/api/states", "/", "/search", "/search?breed=Boxer", "/contact", "/trpc/ads.search"],
    `/trpc/ads.search?input=${input({ breed: ["Boxer", "Akita"] })}`,
    `/trpc/ads.searchSummaries?input=${input({ limit: 2 })}`,
    ...ids.flatMap((id) => [
      `/api/ads/${id}`,
      `/ad/${id}`,
      `/trpc/ads.byId?input=${input({ id })}`,
    ]),
  ];
  return paths.map((path) => ({ method: "GET", path, headers: {} }));
}
