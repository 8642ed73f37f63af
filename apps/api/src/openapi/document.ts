import { TAGS } from "./call.ts";
import { HEADERS } from "./headers.ts";
import { type DescribedRoute, describeOperation } from "./operation.ts";
import { REFUSAL, SHARED_REFUSALS } from "./refusals.ts";
import type { SchemaPool } from "./schemas.ts";
import type { OpenApi, PathItem } from "./types.ts";

/** Raise the first number to break on purpose: see CONTRIBUTING, "Change the REST API". */
const VERSION = "1.0.0";

const DESCRIPTION =
  `The REST calls of Studbook, a marketplace for dog stud services. To read them as a page, open \`/api/docs\`.

**Errors** are JSON: \`{"error": "a sentence", "code": "STABLE_CODE", "issues": [...]}\`. Branch on the code. A path
that does not exist is a 404, another method than a path takes a 405 with \`Allow\`.

**Signing in** sets a cookie that is good for a week after its last use, and for 30 days at most. Programs
keep it and send it back. A second cookie, good for a year, marks a device that has signed in before: it signs nobody in, but wrong
passwords that others try do not count against it. A change that comes from a browser must come from Studbook's own pages: \`Sec-Fetch-Site\` has to be
\`same-origin\` or \`none\`, or else \`Origin\` has to be the site's own. A program that sends neither passes. The same holds
for downloads.

**Lists** are arrays, newest first. \`X-Total-Count\` has the exact number of entries and \`Link\` the address of the
next page. A cursor belongs to its list and filters: with others begin without one. Unknown fields in a body are refused and named; unknown parameters are left alone, repeated ones refused.

**Reading again**: answers that everyone may read have an \`ETag\`; ask with \`If-None-Match\` and a 304 says that nothing has
changed. Their \`Vary\` is \`Cookie\`, and \`accept-encoding\` too where the answer may be compressed. All else is \`no-store\`, but for
the page \`/api/docs\` and its files, which are \`no-cache\`. Every GET answers HEAD too, unless its answer is a download
(\`/api/account/export\`, \`/api/admin/users.csv\`, \`/api/admin/ads.csv\`): that refuses HEAD with a 405.

**Limits**: one network may make 3,000 calls a minute (\`RateLimit-*\`) and have 100 requests in progress at once. A list counts as
one call for every 24 entries that it may have. A network is an IPv4 address or an IPv6 /64; an IPv6 /48 may have ten times as much. A connection with over 8
requests in progress is closed without an answer. Signing in, payments, uploads and links from mails have narrower limits of their own.
A 429 or 503 says in \`Retry-After\` how many seconds to wait.

New fields, codes and calls may be added at any time, and so may values where an answer has one of a list: leave alone
what you do not know. Anything else that would break a
program comes with another first number of the version.`.replace(/(?<!\n)\n(?!\n)/g, " ");

/** The OpenAPI document of these routes. It says nothing of the server that makes it, so it is the same everywhere. */
export function buildDocument(routes: readonly DescribedRoute[]): OpenApi {
  const pool: SchemaPool = {};
  const paths: Record<string, PathItem> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: describeOperation(route, pool) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Studbook", version: VERSION, description: DESCRIPTION },
    servers: [{ url: "/", description: "The server that this document comes from." }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { ...sorted(pool), Refusal: REFUSAL },
      headers: HEADERS,
      responses: SHARED_REFUSALS,
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: "__Host-studbook",
          description:
            "Set by signing in or up. Over plain HTTP, as in the demo, its name is `studbook`.",
        },
      },
    },
  };
}

function sorted(pool: SchemaPool): SchemaPool {
  return Object.fromEntries(Object.entries(pool).sort(([a], [b]) => (a < b ? -1 : 1)));
}
