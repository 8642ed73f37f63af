import { once } from "node:events";
import { Agent, get } from "node:http";
import { buffer } from "node:stream/consumers";

/** A complete response of the product, for `bare.ts` to send. */
export type CapturedResponse = {
  status: number;
  headers: [name: string, value: string][];
  body: string;
};

/** Node.js adds these by itself. */
const OF_CONNECTION = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);

/** Requests a path without compression. The body is base64. */
export async function captureResponse(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<CapturedResponse> {
  const agent = new Agent({ keepAlive: true });
  const [response] = await once(get({ port, path, agent, host: "127.0.0.1", headers }), "response");
  const body = await buffer(response);
  agent.destroy();
  const raw: string[] = response.rawHeaders;
  const pairs: [string, string][] = [];
  for (let n = 0; n < raw.length; n += 2) pairs.push([raw[n] ?? "", raw[n + 1] ?? ""]);
  const kept = pairs.filter(([name]) => !OF_CONNECTION.has(name.toLowerCase()));
  // A chunked response gets the length that any server would send.
  if (!kept.some(([name]) => name.toLowerCase() === "content-length")) {
    kept.push(["content-length", String(body.length)]);
  }
  return { status: response.statusCode, headers: kept, body: body.toString("base64") };
}
