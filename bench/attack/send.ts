import { once } from "node:events";
import { Agent, type IncomingMessage, request as requestHttp } from "node:http";
import { buffer } from "node:stream/consumers";

export const BASE_URL = process.env.BASE_URL ?? "http://127.0.0.1:3000";
export const SANDBOX_URL = process.env.STRIPE_API_URL ?? "http://127.0.0.1:12111";

export type Reply = { status: number; headers: IncomingMessage["headers"]; text: string };

export type Call = {
  method?: string;
  headers?: Record<string, string>;
  /** An object is sent as JSON. */
  body?: object | Buffer | string;
};

/** A client with its own loopback address and a browser's cookies. */
export class Person {
  readonly address: string;
  readonly #agent: Agent;
  readonly #cookies = new Map<string, string>();

  constructor(address: string) {
    this.address = address;
    this.#agent = new Agent({ keepAlive: true, localAddress: address, maxSockets: 6 });
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Sends one request. Throws if there is no complete response within `timeoutMs`. */
  async call(path: string, call: Call = {}, timeoutMs = 30_000): Promise<Reply> {
    const { method = "GET", headers = {}, body } = call;
    const isJson = body !== undefined && typeof body !== "string" && !Buffer.isBuffer(body);
    const payload = isJson ? JSON.stringify(body) : body;
    const { cookie } = this;
    const request = requestHttp(new URL(path, BASE_URL), {
      method,
      agent: this.#agent,
      headers: {
        ...(cookie && { cookie }),
        ...(isJson && { "content-type": "application/json" }),
        ...(payload !== undefined && { "content-length": String(Buffer.byteLength(payload)) }),
        ...headers,
      },
    });
    const timer = setTimeout(() => request.destroy(new Error("response timed out")), timeoutMs);
    try {
      request.end(payload);
      const [response]: IncomingMessage[] = await once(request, "response");
      if (!response) throw new Error("no response");
      const text = (await buffer(response)).toString();
      for (const line of response.headers["set-cookie"] ?? []) this.#storeCookie(line);
      return { status: response.statusCode ?? 0, headers: response.headers, text };
    } finally {
      clearTimeout(timer);
    }
  }

  disconnect(): void {
    this.#agent.destroy();
  }

  #storeCookie(line: string): void {
    const [pair = ""] = line.split(";", 1);
    const [name = "", value = ""] = pair.split("=", 2);
    if (value === "") this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

/** Returns a multipart body with these files. */
export async function multipartOf(
  files: readonly Buffer[],
): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const form = new FormData();
  for (const file of files) form.append("images", new Blob([new Uint8Array(file)]), "dog.jpg");
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  return { body, headers: { "content-type": encoded.headers.get("content-type") ?? "" } };
}

/** Returns the n-th address of a block of 127.0.0.0/8. A block has 62,500 addresses. */
export function addressIn(block: number, n: number): string {
  return `127.${block}.${Math.floor(n / 250) % 250}.${(n % 250) + 1}`;
}

const ATTACKER_BLOCK = 100;
let attackers = 0;

/** Returns an attacker with an unused address. */
export function newAttacker(): Person {
  const n = attackers++;
  return new Person(addressIn(ATTACKER_BLOCK + Math.floor(n / 60_000), n % 60_000));
}
