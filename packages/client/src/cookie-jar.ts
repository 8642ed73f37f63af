/**
 * The cookies of one server. In a browser the jar stays empty, because scripts can neither read nor send
 * cookies there.
 */
export class CookieJar {
  readonly #cookies = new Map<string, string>();

  /**
   * @param header the initial `Cookie` header
   * @throws TypeError if it is not a valid header
   */
  constructor(header = "") {
    const pairs = header.split(";").filter((pair) => pair.trim() !== "");
    if (/[^ -~]/.test(header.trim()) || pairs.some((pair) => pair.trim().indexOf("=") < 1)) {
      throw new TypeError(
        "cookie must be a Cookie header: name=value pairs in one line of printable ASCII",
      );
    }
    for (const pair of pairs) this.#set(pair);
  }

  /** The `Cookie` header to send, or '' if there are no cookies. */
  get header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Applies the `Set-Cookie` headers of a response. */
  update(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(";");
      this.#set(pair, attributes.some(isExpiry));
    }
  }

  #set(pair: string, isExpired = false): void {
    const at = pair.indexOf("=");
    const name = pair.slice(0, at).trim();
    if (at < 1 || name === "") return;
    if (isExpired) this.#cookies.delete(name);
    else this.#cookies.set(name, pair.slice(at + 1).trim());
  }
}

/** Whether a cookie attribute says that the cookie has expired. */
function isExpiry(attribute: string): boolean {
  const [name = "", value = ""] = attribute.trim().split("=");
  if (/^max-age$/i.test(name)) return Number(value) <= 0;
  return /^expires$/i.test(name) && Date.parse(value) <= Date.now();
}
