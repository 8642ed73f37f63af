import { type CallOptions, type Connection, readAnswer } from "./connection.ts";
import { connectionFailed, read, unexpectedAnswer } from "./studbook-error.ts";

const PATH = "/api/upload-images";
const PART_BYTES = 64 * 1024;

export type UploadOptions = CallOptions & {
  /** Hears the part that was sent, from 0 to 1, which is told last. */
  onProgress?: ((fraction: number) => void) | undefined;
};

/**
 * Uploads one to three JPEG or PNG files of at most 5 MiB each, all or none.
 *
 * @returns their addresses in the order of the files, for the `images` of an ad
 */
export async function uploadPhotos(
  connection: Connection,
  files: readonly Blob[],
  options: UploadOptions = {},
): Promise<string[]> {
  const form = new FormData();
  for (const file of files) form.append("images", file);
  // A browser's fetch does not tell how much of a body was sent, and Node has no XMLHttpRequest.
  const send = typeof XMLHttpRequest === "undefined" ? sendStream : sendForm;
  const answer = await send(connection, form, options);
  const urls = read(answer, "urls");
  if (!Array.isArray(urls)) throw unexpectedAnswer("The answer has no addresses", 200);
  return urls.map(String);
}

async function sendStream(
  connection: Connection,
  form: FormData,
  { onProgress, signal }: UploadOptions,
): Promise<unknown> {
  const encoded = new Response(form);
  const contentType = encoded.headers.get("content-type") ?? "";
  const bytes = new Uint8Array(await encoded.arrayBuffer());
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent > 0) onProgress?.(sent / bytes.length);
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
  { onProgress, signal }: UploadOptions,
): Promise<unknown> {
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress?.(loaded / total),
    );
    request.addEventListener("load", () => resolve(request));
    request.addEventListener("error", () => reject(connectionFailed(baseUrl)));
    request.addEventListener("abort", () => reject(signal?.reason));
    signal?.addEventListener("abort", abort);
    request.open("POST", `${baseUrl}${PATH}`);
    request.withCredentials = true;
    request.send(form);
  })
    .then(() =>
      readAnswer(request.responseText, request.status, {
        get: (name) => request.getResponseHeader(name),
      }),
    )
    .finally(() => signal?.removeEventListener("abort", abort));
}
