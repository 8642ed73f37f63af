import { INTERNAL_MESSAGE } from "@studbook/domain/errors";

const UNREACHED = "The photo could not be sent. Check your connection and try again.";
const FINAL = new Set([400, 413, 415]);

/** A failed upload. Its message is '{status}: {text}' (specification, section 7). */
export class UploadError extends Error {
  override name = "UploadError";
  /** 0 if there was no response. */
  readonly status: number;
  /** The message for the user. */
  readonly sentence: string;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.status = status;
    this.sentence = findSentence(body) ?? (status === 0 ? UNREACHED : INTERNAL_MESSAGE);
  }

  /** The same file would be refused again. */
  get isFinal(): boolean {
    return FINAL.has(this.status);
  }
}

type UploadOptions = {
  /** Called with the fraction that was sent, from 0 to 1. */
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
};

/** Uploads one file and returns its URL. Throws UploadError, also when it is aborted. */
export function uploadPhoto(file: File, { onProgress, signal }: UploadOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    // fetch does not report upload progress.
    const request = new XMLHttpRequest();
    const fail = (body = request.responseText) =>
      reject(new UploadError(request.status, request.statusText, body));
    request.upload.addEventListener("progress", ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    });
    request.addEventListener("load", () => {
      const url = request.status === 200 ? findUrl(request.responseText) : undefined;
      if (url === undefined) fail();
      else resolve(url);
    });
    for (const event of ["error", "abort", "timeout"]) {
      request.addEventListener(event, () => fail(""));
    }
    signal.addEventListener("abort", () => request.abort(), { once: true });
    const body = new FormData();
    body.append("images", file);
    request.open("POST", "/api/upload-images");
    request.send(body);
  });
}

function findUrl(text: string): string | undefined {
  const response = findObject(text);
  if (!response || !("urls" in response) || !Array.isArray(response.urls)) return undefined;
  const [url]: unknown[] = response.urls;
  return typeof url === "string" ? url : undefined;
}

function findSentence(text: string): string | undefined {
  const response = findObject(text);
  if (!response || !("error" in response)) return undefined;
  return typeof response.error === "string" ? response.error : undefined;
}

function findObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
