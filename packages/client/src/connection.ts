import { findMismatch } from "./answer-shape.ts";
import type { CallOptions, CallProcedure } from "./call-procedure.ts";
import { CookieJar } from "./cookie-jar.ts";
import { getProperty } from "./get-property.ts";
import {
  connectionFailed,
  type ResponseHead,
  redirected,
  toStudbookError,
  unexpectedResponse,
} from "./studbook-error.ts";

export type ConnectionOptions = {
  /** The origin of the server, such as `https://studbook.example`, without path, query or fragment. */
  baseUrl: string | URL;
  /** Sends the requests. Defaults to the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** A `Cookie` header that continues an earlier session. */
  cookie?: string | undefined;
};

const REDIRECTS = [301, 302, 303, 307, 308];

/** A server and the session there. */
export class Connection {
  readonly baseUrl: string;
  readonly jar: CookieJar;
  readonly #fetch: typeof fetch;

  /** @throws TypeError if `baseUrl` is not an http(s) origin or `cookie` is not a valid header */
  constructor({ baseUrl, fetch: send = fetch, cookie }: ConnectionOptions) {
    this.baseUrl = originOf(baseUrl);
    this.jar = new CookieJar(cookie);
    this.#fetch = send.bind(globalThis);
  }

  call: CallProcedure = async ({ type, path, returns }, input, { signal } = {}) => {
    const json = JSON.stringify(input);
    const answer =
      type === "query"
        ? await this.send(`/trpc/${path}${asQuery(json)}`, { method: "GET", signal })
        : await this.send(`/trpc/${path}`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: json ?? null,
            signal,
          });
    const { body } = answer;
    if (!hasResult(body)) throw unexpectedResponse("The response has no result", answer);
    const { data } = body.result;
    const mismatch = findMismatch(data, returns);
    if (mismatch) {
      throw unexpectedResponse(`The response of ${path} has an invalid ${mismatch}`, answer);
    }
    return data;
  };

  /** Sends a request with the cookies and returns the successful response. @throws StudbookError */
  async send(path: string, init: Omit<RequestInit, "signal"> & CallOptions): Promise<Answer> {
    const { signal = null, ...rest } = init;
    const headers = new Headers(init.headers);
    if (this.jar.header) headers.set("cookie", this.jar.header);
    const url = `${this.baseUrl}${path}`;
    const [response, text] = await this.#receive(url, {
      ...rest,
      headers,
      signal,
      // A browser shows a page of another origin only responses to requests without cookies.
      credentials: "same-origin",
      // The session is not valid at another origin, and a streamed body cannot be sent twice.
      redirect: "manual",
    });
    if (response.type === "opaqueredirect" || REDIRECTS.includes(response.status)) {
      throw redirected(url, response.headers.get("location"), response);
    }
    this.jar.update(response.headers);
    return parseResponse(text, response);
  }

  async #receive(url: string, init: RequestInit): Promise<[Response, string]> {
    try {
      const response = await this.#fetch(url, init);
      return [response, await response.text()];
    } catch (error) {
      init.signal?.throwIfAborted();
      throw connectionFailed(this.baseUrl, error);
    }
  }
}

/** A successful response with its JSON. */
export type Answer = ResponseHead & { body: unknown };

/**
 * Parses a successful response.
 *
 * @throws StudbookError for any other response
 */
export function parseResponse(text: string, { status, headers }: ResponseHead): Answer {
  const body = parse(text);
  if (status < 200 || status > 299 || body === undefined)
    throw toStudbookError(body, { status, headers });
  return { body, status, headers };
}

function originOf(baseUrl: string | URL): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw new TypeError(
    `baseUrl must be an origin such as https://studbook.example, without a path: ${baseUrl}`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not an API response. The caller reports it as UNEXPECTED_ANSWER.
    return undefined;
  }
}

function hasResult(body: unknown): body is { result: { data: never } } {
  const result = getProperty(body, "result");
  return typeof result === "object" && result !== null && "data" in result;
}

function asQuery(json: string | undefined): string {
  return json === undefined ? "" : `?input=${encodeURIComponent(json)}`;
}
