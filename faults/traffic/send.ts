import { once } from "node:events";
import { type Agent, type IncomingMessage, request as requestHttp } from "node:http";
import { buffer } from "node:stream/consumers";

export type Call = {
  method?: string;
  cookie?: string;
  /** An object is sent as JSON, a form as multipart. */
  body?: object | FormData;
  headers?: Record<string, string>;
  /** The client's address, as a reverse proxy would report it. */
  from?: string;
  agent?: Agent;
  timeoutMs?: number;
};

/** A response, or status 0 with the reason if there was none. */
export type Answer = {
  status: number;
  ms: number;
  hasRetryAfter: boolean;
  text: string;
  /** The cookies that the response sets, for the header `Cookie`. */
  cookie: string;
};

/** Sends one request, by default on a new connection. Never rejects. */
export async function send(baseUrl: string, path: string, call: Call = {}): Promise<Answer> {
  const startedAt = performance.now();
  try {
    return { ...(await receive(baseUrl, path, call)), ms: performance.now() - startedAt };
  } catch (error) {
    const ms = performance.now() - startedAt;
    return { status: 0, ms, hasRetryAfter: false, text: describeReason(error), cookie: "" };
  }
}

async function receive(baseUrl: string, path: string, call: Call): Promise<Omit<Answer, "ms">> {
  const { method = "GET", cookie, body, from, agent, timeoutMs = 60_000 } = call;
  const payload = body && (await encode(body));
  const request = requestHttp(new URL(path, baseUrl), {
    method,
    agent: agent ?? false,
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      ...(cookie && { cookie }),
      ...(from && { "x-forwarded-for": from }),
      ...(payload && { "content-type": payload.type, "content-length": payload.bytes.length }),
      ...call.headers,
    },
  });
  request.end(payload?.bytes);
  const [response]: IncomingMessage[] = await once(request, "response");
  if (!response) throw new Error("no response");
  const text = (await buffer(response)).toString();
  const cookies = response.headers["set-cookie"] ?? [];
  return {
    status: response.statusCode ?? 0,
    hasRetryAfter: response.headers["retry-after"] !== undefined,
    text,
    cookie: cookies.map((line) => line.split(";", 1)[0]).join("; "),
  };
}

async function encode(body: object): Promise<{ type: string; bytes: Buffer }> {
  const isForm = body instanceof FormData;
  const encoded = new Response(isForm ? body : JSON.stringify(body));
  const type = isForm ? (encoded.headers.get("content-type") ?? "") : "application/json";
  return { type, bytes: Buffer.from(await encoded.arrayBuffer()) };
}

function describeReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const reason = error.cause instanceof Error ? error.cause : error;
  return "code" in reason && typeof reason.code === "string" ? reason.code : reason.message;
}

/** Describes an answer for a list of examples, such as `500 after 12 ms`. */
export function describe({ status, ms, text, hasRetryAfter }: Answer): string {
  const what = status === 0 ? text : `${status}`;
  const missing = status === 503 && !hasRetryAfter ? " without Retry-After" : "";
  return `${what}${missing} after ${Math.round(ms)} ms`;
}
