/**
 * The cookies of one site, for programs that have no browser to keep them. Browsers show a program no
 * cookies and let it send none, so there a jar stays empty.
 */
export class CookieJar {
  readonly #cookies = new Map<string, string>();

  /**
   * @param header a `Cookie` header to begin with
   * @throws TypeError when it can be none
   */
  constructor(header = "") {
    for (const pair of header.split(";")) this.#set(pair);
    if (/[^ -~]/.test(this.header)) {
      throw new TypeError("cookie must be a Cookie header: one line of printable ASCII");
    }
  }

  /** What to send: a `Cookie` header, '' when there is none. */
  get header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Keeps what an answer sets, and forgets what it takes back. */
  keep(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(";");
      this.#set(pair, attributes.some(isPast));
    }
  }

  #set(pair: string, isEnded = false): void {
    const at = pair.indexOf("=");
    const name = pair.slice(0, at).trim();
    if (at < 1 || name === "") return;
    if (isEnded) this.#cookies.delete(name);
    else this.#cookies.set(name, pair.slice(at + 1).trim());
  }
}

function isPast(attribute: string): boolean {
  const [name = "", value = ""] = attribute.trim().split("=");
  if (/^max-age$/i.test(name)) return Number(value) <= 0;
  return /^expires$/i.test(name) && Date.parse(value) <= Date.now();
}
