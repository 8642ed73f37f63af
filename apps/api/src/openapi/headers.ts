import type { Header, Reference } from "./types.ts";

/** The headers of answers; those that are required are on every answer that names them. */
export const HEADERS = {
  "X-Request-Id": {
    description: "The id of this request in our logs. Quote it if you write to us.",
    required: true,
    schema: { type: "string" },
  },
  "Cache-Control": {
    description: "`no-store`, or `no-cache` for what may be kept and asked about again.",
    required: true,
    schema: { type: "string" },
  },
  "RateLimit-Limit": {
    description: "Calls that one network may make in a minute.",
    schema: { type: "integer" },
  },
  "RateLimit-Remaining": {
    description: "Calls left in this minute.",
    schema: { type: "integer" },
  },
  "RateLimit-Reset": {
    description: "Seconds until the minute is over.",
    schema: { type: "integer" },
  },
  "Retry-After": {
    description: "Seconds to wait before trying again.",
    required: true,
    schema: { type: "integer" },
  },
  Allow: {
    description: "The methods that this address takes.",
    required: true,
    schema: { type: "string" },
  },
  ETag: {
    description: "The state of what was answered, for `If-None-Match`.",
    required: true,
    schema: { type: "string" },
  },
  Vary: {
    description:
      "The request headers that the answer depends on: `Cookie`, and perhaps `accept-encoding`.",
    required: true,
    schema: { type: "string" },
  },
  "X-Total-Count": {
    description: "The exact number of entries on all pages.",
    required: true,
    schema: { type: "integer", minimum: 0 },
  },
  Link: {
    description: 'The address of the next page with `rel="next"`; absent on the last one.',
    schema: { type: "string" },
  },
  "Content-Disposition": {
    description: "The name of the file.",
    required: true,
    schema: { type: "string" },
  },
  "Set-Cookie": {
    description: "The cookies of the session and of the device, or the end of the session's.",
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

/** References to these headers and to those that every answer has. */
export function headersOf(names: readonly HeaderName[]): Record<string, Reference> {
  const all = [...names, ...ALWAYS];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
