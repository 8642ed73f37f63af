import { ALLOWED_HEADERS } from "../http/cross-origin.ts";
import { TAGS } from "./call.ts";
import { ERROR_SCHEMA, SHARED_ERROR_RESPONSES } from "./error-responses.ts";
import { HEADERS } from "./headers.ts";
import { type DescribedRoute, describeOperation } from "./operation.ts";
import type { SchemaPool } from "./schemas.ts";
import type { OpenApi, PathItem } from "./types.ts";

/** Raise the major version for intentional breaking changes: see CONTRIBUTING, "Change the REST API". */
const VERSION = "1.0.0";

const DESCRIPTION =
  `The REST API of Studbook, a marketplace for dog stud services. A browsable version is at \`/api/docs\`.

**Errors** are JSON: \`{"error": "a sentence", "code": "STABLE_CODE", "issues": [...]}\`. Branch on \`code\`; the sentence
is for people and may change. An unknown path returns a 404. An unsupported method returns a 405 with an \`Allow\` header.
While no server can be reached, the proxy in front of them returns a 502, 503 or 504 with the code \`NOT_READY\`. After a 502
or 504, a change may have been made: check before you repeat it.

**Authentication** uses a session cookie, which signing up or signing in sets. It expires one week after its last use, and
after 30 days at most. Store it and send it with each request. Its name is \`__Host-studbook\`, or \`studbook\` at a site
without HTTPS. A second cookie, \`__Host-studbook-device\` or \`studbook-device\`, valid for one year, identifies a device that
has signed in before. It does not authenticate a request, but failed sign-ins from elsewhere do not lock out such a device.
Writes and downloads from a browser must come from Studbook's own pages: \`Sec-Fetch-Site\` must be \`same-origin\` or
\`none\`, or else \`Origin\` must be the site's own origin. Requests without either header are allowed.

**Other origins**: pages of any origin can read ads, photos, the lists of breeds and states, Stripe's key and this document,
without cookies: these responses and their errors have \`Access-Control-Allow-Origin: *\` and expose their headers. Such a page may set the
request headers ${ALLOWED_HEADERS.map((name) => `\`${name}\``).join(" and ")}; with any other header, the browser does not
send the request. Preflights do not count as calls. All other calls, and ads that their owner or an admin reads, are for
Studbook's own pages and for programs that are not browsers: their responses have no CORS headers, so pages of other origins
cannot read them. From another origin, every method except GET and HEAD returns a 403 with the code \`FOREIGN_ORIGIN\`, even
one that the path does not support, and so do preflights of these calls.

**Lists** are arrays, newest first. \`X-Total-Count\` is the exact number of entries, and \`Link\` is the URL of the next
page. A cursor is a position in the list: with another \`limit\` it continues there. Do not use it with other filters or for
another list, which may return part of the entries or a 400. To change the filters, start without a cursor.

**Validation** is strict: unknown fields in a body and repeated query parameters are rejected with a 400, except for
parameters that take a list. Unknown query parameters are ignored.

**Caching**: public responses have an \`ETag\`. Send it as \`If-None-Match\` to get a 304 if nothing has changed. They are
\`public, max-age=0, must-revalidate\`, so caches ask each time; a site may let shared caches store them longer. An ad that its
owner or an admin reads, this document and the documentation at \`/api/docs\` are \`no-cache\`, and all other responses are \`no-store\`. Every GET path also supports HEAD, except for downloads
(\`/api/account/export\`, \`/api/admin/users.csv\`, \`/api/admin/ads.csv\`), which return a 405.

**Rate limits**: each network may send 3,000 calls per minute (see the \`RateLimit-*\` headers) and have 100 requests in
progress. A list counts as one call for every 24 entries that it may return. A network is an IPv4 address or an IPv6 /64; an
IPv6 /48 has ten times these limits. A connection with more than 8 requests in progress is closed without a response. Sign-in,
payments, uploads and emailed links have lower limits. On a 429 or 503, wait for the number of seconds in \`Retry-After\`.

**Versioning**: new fields, codes, calls and enum values in responses may be added at any time, so ignore what you do not
recognize. Breaking changes come with a new major version.`.replace(/(?<!\n)\n(?!\n)/g, " ");

/** Builds the OpenAPI document of the routes. It does not depend on the server, so it is the same everywhere. */
export function buildDocument(routes: readonly DescribedRoute[]): OpenApi {
  const pool: SchemaPool = {};
  const paths: Record<string, PathItem> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: describeOperation(route, pool) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Studbook", version: VERSION, description: DESCRIPTION },
    servers: [{ url: "/", description: "The server that serves this document." }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { ...sorted(pool), Refusal: ERROR_SCHEMA },
      headers: HEADERS,
      responses: SHARED_ERROR_RESPONSES,
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: "__Host-studbook",
          description: "Set when a user signs up or signs in at a site with HTTPS.",
        },
        sessionOverHttp: {
          type: "apiKey",
          in: "cookie",
          name: "studbook",
          description: "The same cookie at a site without HTTPS, such as the demo.",
        },
      },
    },
  };
}

function sorted(pool: SchemaPool): SchemaPool {
  return Object.fromEntries(Object.entries(pool).sort(([a], [b]) => (a < b ? -1 : 1)));
}
