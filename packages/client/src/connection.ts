import { CookieJar } from "./cookie-jar.ts";
import { connectionFailed, read, refusalOf, unexpectedAnswer } from "./studbook-error.ts";

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
  /** Where Studbook is, such as `https://studbook.example`. */
  baseUrl: string;
  /** What sends the requests; the platform's own by default. */
  fetch?: typeof fetch | undefined;
  /** A `Cookie` header to begin with, to go on with an earlier session. */
  cookie?: string | undefined;
};

/** One site and who is signed in there. */
export class Connection {
  readonly baseUrl: string;
  readonly jar: CookieJar;
  readonly #fetch: typeof fetch;

  /** @throws TypeError when `baseUrl` is no http(s) address */
  constructor({ baseUrl, fetch: send = fetch, cookie }: ConnectionOptions) {
    if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) {
      throw new TypeError(
        `baseUrl must be an address such as https://studbook.example: ${baseUrl}`,
      );
    }
    this.baseUrl = baseUrl.replace(/\/+$/, "");
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
    const [response, text] = await this.#receive(`${this.baseUrl}${path}`, {
      ...rest,
      headers,
      signal,
      credentials: "include",
    });
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
