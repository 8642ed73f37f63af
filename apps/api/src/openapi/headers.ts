import type { Header, Reference } from "./types.ts";

/** Response headers. Required ones are always present on the responses that list them. */
export const HEADERS = {
  "X-Request-Id": {
    description: "The ID of this request. Include it when you contact support.",
    required: true,
    schema: { type: "string" },
  },
  "Cache-Control": {
    description:
      "`no-store`, or `no-cache` for responses that may be stored and revalidated. With `public`, shared caches may store them too.",
    required: true,
    schema: { type: "string" },
  },
  "RateLimit-Limit": {
    description: "Calls that a network can send per minute.",
    schema: { type: "integer" },
  },
  "RateLimit-Remaining": {
    description: "Calls left in the current minute.",
    schema: { type: "integer" },
  },
  "RateLimit-Reset": {
    description: "Seconds until the limit resets.",
    schema: { type: "integer" },
  },
  "Retry-After": {
    description: "Seconds that are left to wait before retrying.",
    required: true,
    schema: { type: "integer" },
  },
  Allow: {
    description: "The methods that this path supports.",
    required: true,
    schema: { type: "string" },
  },
  ETag: {
    description: "The version of the response, for use with `If-None-Match`.",
    required: true,
    schema: { type: "string" },
  },
  Vary: {
    description:
      "The request headers that the response depends on: `accept-encoding`, and `cookie` if the owner and admins get another one.",
    required: true,
    schema: { type: "string" },
  },
  "X-Total-Count": {
    description: "The exact number of entries across all pages.",
    required: true,
    schema: { type: "integer", minimum: 0 },
  },
  Link: {
    description: 'The URL of the next page, with `rel="next"`. Absent on the last page.',
    schema: { type: "string" },
  },
  "Access-Control-Allow-Origin": {
    description:
      "`*`: pages of any origin can read the response. Absent if it depends on the caller.",
    schema: { type: "string" },
  },
  "Content-Disposition": {
    description: "The file name.",
    required: true,
    schema: { type: "string" },
  },
  Location: {
    description: "The URL of the new resource.",
    required: true,
    schema: { type: "string", format: "uri" },
  },
  "Set-Cookie": {
    description: "Sets or clears the session cookie, and may set the device cookie.",
    required: true,
    schema: { type: "string" },
  },
} satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;

const ALWAYS: readonly HeaderName[] = [
  "X-Request-Id",
  "Cache-Control",
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
];

/** Returns references to these headers and to those of every response. */
export function headersOf(names: readonly HeaderName[]): Record<string, Reference> {
  const all = [...names, ...ALWAYS];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
