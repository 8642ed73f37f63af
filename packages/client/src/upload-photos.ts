import { findMismatch } from "./answer-shape.ts";
import type { CallOptions } from "./call-procedure.ts";
import { type Answer, type Connection, parseResponse } from "./connection.ts";
import { connectionFailed, redirected, unexpectedResponse } from "./studbook-error.ts";

const PATH = "/api/upload-images";
const CHUNK_BYTES = 64 * 1024;

export type UploadOptions = CallOptions & {
  /** Called with the fraction that was sent, from 0 to 1. The last call gets 1. Throwing aborts the upload. */
  onProgress?: ((fraction: number) => void) | undefined;
};

/** See `StudbookClient.uploadPhotos`. */
export async function uploadPhotos(
  connection: Connection,
  files: Iterable<Blob>,
  { onProgress, signal }: UploadOptions = {},
): Promise<string[]> {
  const form = new FormData();
  for (const file of files) form.append("images", file);
  // fetch reports no upload progress in browsers, and Node.js has no XMLHttpRequest.
  const send = typeof XMLHttpRequest === "undefined" ? sendStream : sendForm;
  const controller = new AbortController();
  const report = (fraction: number) => {
    try {
      onProgress?.(fraction);
    } catch (error) {
      controller.abort(error);
    }
  };
  const signals = signal ? [signal, controller.signal] : [controller.signal];
  const answer = await send(connection, form, report, AbortSignal.any(signals));
  if (!hasUrls(answer.body)) throw unexpectedResponse("The response has no photo URLs", answer);
  return answer.body.urls;
}

function hasUrls(body: unknown): body is { urls: string[] } {
  return findMismatch(body, { urls: "string[]" }) === undefined;
}

async function sendStream(
  connection: Connection,
  form: FormData,
  report: (fraction: number) => void,
  signal: AbortSignal,
): Promise<Answer> {
  const encoded = new Response(form);
  const contentType = encoded.headers.get("content-type") ?? "";
  const bytes = new Uint8Array(await encoded.arrayBuffer());
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent > 0) report(sent / bytes.length);
      signal.throwIfAborted();
      if (sent === bytes.length) return controller.close();
      const chunk = bytes.subarray(sent, sent + CHUNK_BYTES);
      sent += chunk.length;
      controller.enqueue(chunk);
    },
  });
  const init: RequestInit & { duplex: "half" } = {
    method: "POST",
    headers: { "content-type": contentType },
    body,
    duplex: "half",
  };
  return await connection.send(PATH, { ...init, signal });
}

function sendForm(
  { baseUrl }: Connection,
  form: FormData,
  report: (fraction: number) => void,
  signal: AbortSignal,
): Promise<Answer> {
  const url = `${baseUrl}${PATH}`;
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    request.upload.addEventListener("progress", ({ loaded, total }) => report(loaded / total));
    request.addEventListener("load", resolve);
    request.addEventListener("error", () => reject(connectionFailed(baseUrl)));
    request.addEventListener("abort", () => reject(signal.reason));
    signal.addEventListener("abort", abort);
    request.open("POST", url);
    request.send(form);
  })
    .then(() => {
      // XMLHttpRequest always follows redirects.
      const { responseText, responseURL, status } = request;
      if (responseURL !== url) throw redirected(url, responseURL);
      const headers = { get: (name: string) => request.getResponseHeader(name) };
      return parseResponse(responseText, { status, headers });
    })
    .finally(() => signal.removeEventListener("abort", abort));
}
