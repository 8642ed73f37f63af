import { CookieJar } from "./cookie-jar.ts";
import {
  connectionFailed,
  read,
  redirected,
  refusalOf,
  unexpectedAnswer,
} from "./studbook-error.ts";

export type CallOptions = {
  /** Gives the call up: it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
};

/** Asks a procedure by its path. Rejects with a StudbookError, or the signal's reason. */
export type Ask = <Output>(
  type: "query" | "mutation",
  path: string,
  input: unknown,
  options?: CallOptions,
) => Promise<Output>;

export type ConnectionOptions = {
  /** The origin where Studbook is, such as `https://studbook.example`: no path, query or fragment. */
  baseUrl: string | URL;
  /** What sends the requests; the platform's own by default. */
  fetch?: typeof fetch | undefined;
  /** A `Cookie` header to begin with, to go on with an earlier session. */
  cookie?: string | undefined;
};

const REDIRECTS = [301, 302, 303, 307, 308];

/** One site and who is signed in there. */
export class Connection {
  readonly baseUrl: string;
  readonly jar: CookieJar;
  readonly #fetch: typeof fetch;

  /** @throws TypeError when `baseUrl` is no origin of http(s), or `cookie` no header */
  constructor({ baseUrl, fetch: send = fetch, cookie }: ConnectionOptions) {
    this.baseUrl = originOf(baseUrl);
    this.jar = new CookieJar(cookie);
    this.#fetch = send.bind(globalThis);
  }

  ask: Ask = async (type, path, input, { signal } = {}) => {
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
    if (!hasResult(answer)) throw unexpectedAnswer("The answer has no result", 200);
    return answer.result.data;
  };

  /** Sends a request with the cookies and reads its JSON; throws what it was refused for. */
  async send(path: string, init: Omit<RequestInit, "signal"> & CallOptions): Promise<unknown> {
    const { signal = null, ...rest } = init;
    const headers = new Headers(init.headers);
    if (this.jar.header) headers.set("cookie", this.jar.header);
    const url = `${this.baseUrl}${path}`;
    const [response, text] = await this.#receive(url, {
      ...rest,
      headers,
      signal,
      credentials: "include",
      // Elsewhere the session would be another, and a body is not sent twice.
      redirect: "manual",
    });
    if (response.type === "opaqueredirect" || REDIRECTS.includes(response.status)) {
      throw redirected(url, response.headers.get("location"), response.status);
    }
    this.jar.keep(response.headers);
    return readAnswer(text, response.status, response.headers);
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

/**
 * The JSON of an answer.
 *
 * @throws StudbookError when it is a refusal, or nothing of Studbook's
 */
export function readAnswer(
  text: string,
  status: number,
  headers: { get(name: string): string | null },
): unknown {
  const body = parse(text);
  if (status < 200 || status > 299 || body === undefined) throw refusalOf(body, status, headers);
  return body;
}

function originOf(baseUrl: string | URL): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw new TypeError(
    `baseUrl must be an origin such as https://studbook.example, with nothing behind it: ${baseUrl}`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Whatever it is, it is no answer of the API.
    return undefined;
  }
}

/** That the data is what its procedure declares is the server's promise: it checks its own answers. */
function hasResult(answer: unknown): answer is { result: { data: never } } {
  const result = read(answer, "result");
  return typeof result === "object" && result !== null && "data" in result;
}

function asQuery(json: string | undefined): string {
  return json === undefined ? "" : `?input=${encodeURIComponent(json)}`;
}
