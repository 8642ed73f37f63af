import { once } from "node:events";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";

type Call = { method?: string; cookie?: string; body?: unknown };

export type Reply = { status: number; cookie: string; text: string };

/**
 * Sends one request on a new connection, without retries.
 *
 * @throws Error if there is no complete response within 15 s
 */
export async function call(address: string, options: Call = {}): Promise<Reply> {
  const { method = "GET", cookie = "", body } = options;
  const url = new URL(address);
  const payload = body === undefined ? undefined : new Request(url, encode(body));
  const request = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
    method,
    agent: false,
    timeout: 15_000,
    headers: {
      connection: "close",
      ...(cookie && { cookie }),
      ...(payload && { "content-type": payload.headers.get("content-type") ?? "" }),
    },
  });
  request.once("timeout", () => request.destroy(new Error("no response within 15 s")));
  request.end(payload && new Uint8Array(await payload.arrayBuffer()));
  const [response] = await once(request, "response");
  const text = (await buffer(response)).toString();
  const cookies: string[] = response.headers["set-cookie"] ?? [];
  return {
    status: response.statusCode,
    cookie: cookies.map((line) => line.split(";", 1)[0]).join("; "),
    text,
  };
}

function encode(body: unknown): RequestInit {
  if (body instanceof FormData) return { method: "POST", body };
  const headers = { "content-type": "application/json" };
  return { method: "POST", headers, body: JSON.stringify(body) };
}

/** Signs in with STUDBOOK_USER and STUDBOOK_PASSWORD, an admin without listing limits. Returns the cookie. */
export async function signIn(baseUrl: string): Promise<string> {
  const { STUDBOOK_USER: username, STUDBOOK_PASSWORD: password } = process.env;
  if (!username || !password) throw new Error("Set STUDBOOK_USER and STUDBOOK_PASSWORD");
  const body = { username, password };
  const { status, cookie, text } = await call(`${baseUrl}/api/login`, { method: "POST", body });
  if (status !== 200) throw new Error(`Sign-in failed: ${status} ${text}`);
  return cookie;
}

const photo = sharp({ create: { width: 64, height: 48, channels: 3, background: "#a63" } })
  .jpeg()
  .toBuffer();

/** The fields of a benchmark's ad, without its name and photos. */
export const BENCH_AD = {
  breed: "Beagle",
  state: "VT",
  birthdate: "2023-05-01",
  studFee: 500,
  description: "Listed by a benchmark.",
  ownerName: "Bench",
  ownerEmail: "bench@studbook.test",
};

/** Uploads a photo and lists a dog with it. */
export async function listDog(baseUrl: string, cookie: string, dogName: string): Promise<void> {
  const form = new FormData();
  form.append("images", new Blob([new Uint8Array(await photo)]), "dog.jpg");
  const upload = await call(`${baseUrl}/api/upload-images`, { method: "POST", cookie, body: form });
  if (upload.status !== 200) throw new Error(`Upload failed: ${upload.status} ${upload.text}`);
  const { urls } = JSON.parse(upload.text);
  const created = await call(`${baseUrl}/api/ads`, {
    method: "POST",
    cookie,
    body: { ...BENCH_AD, dogName, images: urls },
  });
  if (created.status !== 201) throw new Error(`Listing failed: ${created.status} ${created.text}`);
}
