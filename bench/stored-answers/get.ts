import { once } from "node:events";
import { Agent, type IncomingHttpHeaders, request as requestHttp } from "node:http";
import { buffer } from "node:stream/consumers";

const TIMEOUT_MS = 20_000;

const agent = new Agent({ keepAlive: true });

export type Reply = {
  /** 0 if there was no response. */
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** By the machine's clock. */
  requestedAt: number;
  receivedAt: number;
};

/** Sends a request on an open connection if there is one. Never rejects. */
export async function send(
  url: string,
  { method = "GET", cookie = "", body }: { method?: string; cookie?: string; body?: object } = {},
): Promise<Reply> {
  const requestedAt = Date.now();
  try {
    const request = requestHttp(url, {
      method,
      agent,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { ...(cookie && { cookie }), ...(body && { "content-type": "application/json" }) },
    });
    request.end(body && JSON.stringify(body));
    const [response] = await once(request, "response");
    const text = (await buffer(response)).toString();
    const { statusCode: status, headers } = response;
    return { status, headers, text, requestedAt, receivedAt: Date.now() };
  } catch (error) {
    return { status: 0, headers: {}, text: String(error), requestedAt, receivedAt: Date.now() };
  }
}
