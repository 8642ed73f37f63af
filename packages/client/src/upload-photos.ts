import { type CallOptions, type Connection, readAnswer } from "./connection.ts";
import { connectionFailed, read, redirected, unexpectedAnswer } from "./studbook-error.ts";

const PATH = "/api/upload-images";
const PART_BYTES = 64 * 1024;

export type UploadOptions = CallOptions & {
  /** Hears the part that was sent, from 0 to 1, which is told last. What it throws gives the upload up. */
  onProgress?: ((fraction: number) => void) | undefined;
};

/**
 * Uploads one to three JPEG or PNG files of at most 5 MiB each, all or none.
 *
 * @returns their addresses in the order of the files, for the `images` of an ad
 */
export async function uploadPhotos(
  connection: Connection,
  files: Iterable<Blob>,
  { onProgress, signal }: UploadOptions = {},
): Promise<string[]> {
  const form = new FormData();
  for (const file of files) form.append("images", file);
  // A browser's fetch does not tell how much of a body was sent, and Node has no XMLHttpRequest.
  const send = typeof XMLHttpRequest === "undefined" ? sendStream : sendForm;
  const giveUp = new AbortController();
  const tell = (fraction: number) => {
    try {
      onProgress?.(fraction);
    } catch (error) {
      giveUp.abort(error);
    }
  };
  const signals = signal ? [signal, giveUp.signal] : [giveUp.signal];
  const answer = await send(connection, form, tell, AbortSignal.any(signals));
  const urls = read(answer, "urls");
  if (!Array.isArray(urls)) throw unexpectedAnswer("The answer has no addresses", 200);
  return urls.map(String);
}

async function sendStream(
  connection: Connection,
  form: FormData,
  tell: (fraction: number) => void,
  signal: AbortSignal,
): Promise<unknown> {
  const encoded = new Response(form);
  const contentType = encoded.headers.get("content-type") ?? "";
  const bytes = new Uint8Array(await encoded.arrayBuffer());
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent > 0) tell(sent / bytes.length);
      signal.throwIfAborted();
      if (sent === bytes.length) return controller.close();
      const part = bytes.subarray(sent, sent + PART_BYTES);
      sent += part.length;
      controller.enqueue(part);
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
  tell: (fraction: number) => void,
  signal: AbortSignal,
): Promise<unknown> {
  const url = `${baseUrl}${PATH}`;
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    request.upload.addEventListener("progress", ({ loaded, total }) => tell(loaded / total));
    request.addEventListener("load", resolve);
    request.addEventListener("error", () => reject(connectionFailed(baseUrl)));
    request.addEventListener("abort", () => reject(signal.reason));
    signal.addEventListener("abort", abort);
    request.open("POST", url);
    request.withCredentials = true;
    request.send(form);
  })
    .then(() => {
      // It follows redirects unasked.
      const { responseText, responseURL, status } = request;
      if (responseURL !== url) throw redirected(url, responseURL, 0);
      return readAnswer(responseText, status, { get: (name) => request.getResponseHeader(name) });
    })
    .finally(() => signal.removeEventListener("abort", abort));
}
