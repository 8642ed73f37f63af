import type { Multipart, MultipartFile } from "@fastify/multipart";
import { DomainError } from "@studbook/domain/errors";
import { describeLargeFile, MAX_PHOTO_BYTES } from "@studbook/domain/photo-file";
import { MAX_PHOTOS_PER_AD } from "@studbook/domain/photos";
import type { Spool, SpoolFile } from "./spool.ts";

/** An uploaded file in the spool, and its name for error messages. */
export type ReceivedFile = { name: string; read: SpoolFile["read"] };

type OpenFile = ReceivedFile & { close: SpoolFile["close"] };

/** One more than we accept, so that our own error messages apply. */
export const MULTIPART_LIMITS = {
  files: MAX_PHOTOS_PER_AD + 1,
  fileSize: MAX_PHOTO_BYTES + 1,
  fields: 1,
  fieldSize: 100,
  parts: MAX_PHOTOS_PER_AD + 2,
  headerPairs: 20,
  headerSize: 4096,
};

/** Allowance for part headers, boundaries and fields. */
const FRAMING_BYTES = 64 * 1024;

export const MAX_UPLOAD_BYTES = MAX_PHOTOS_PER_AD * MAX_PHOTO_BYTES + FRAMING_BYTES;

const FIELD = "images";
const NAME_LENGTH = 80;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * Streams the files of a multipart body to the spool and passes them to `work` in order (specification, section 5).
 * Deletes them afterwards.
 *
 * @throws DomainError BAD_REQUEST (truncated body, no file, unknown field), PAYLOAD_TOO_LARGE, BUSY, STORAGE_FULL,
 *   STORAGE_UNAVAILABLE, or the signal's abort reason
 */
export async function withFiles<T>(
  { parts, spool, signal }: { parts: AsyncIterable<Multipart>; spool: Spool; signal: AbortSignal },
  work: (files: readonly ReceivedFile[]) => Promise<T>,
): Promise<T> {
  const files: OpenFile[] = [];
  try {
    for await (const part of mapErrors(parts, signal)) {
      if (part.type !== "file" || part.fieldname !== FIELD) throw refuseField(part);
      const name = nameOf(part, files.length + 1);
      if (files.length === MAX_PHOTOS_PER_AD) {
        throw tooManyPhotos(name);
      }
      files.push(await receive(part, name, { spool, signal }));
    }
    if (files.length === 0) throw noPhotos();
    return await work(files);
  } finally {
    for (const file of files) file.close();
  }
}

async function receive(
  part: MultipartFile,
  name: string,
  { spool, signal }: { spool: Spool; signal: AbortSignal },
): Promise<OpenFile> {
  const file = await spool.open();
  try {
    let size = 0;
    for await (const chunk of mapErrors<Uint8Array>(part.file, signal)) {
      size += chunk.length;
      if (size > MAX_PHOTO_BYTES) {
        throw new DomainError("PAYLOAD_TOO_LARGE", describeLargeFile(name));
      }
      await file.append(chunk);
    }
    return { ...file, name };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Passes items on and converts the parser's errors to DomainErrors. */
async function* mapErrors<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  try {
    yield* untilAborted(source, signal);
  } catch (cause) {
    if (cause instanceof DomainError) throw cause;
    if (cause instanceof Error && "statusCode" in cause && cause.statusCode === 413) {
      throw new DomainError("PAYLOAD_TOO_LARGE", "The upload has too many parts.", { cause });
    }
    const lacksBoundary = cause instanceof Error && /boundary/i.test(cause.message);
    const message = lacksBoundary
      ? "The Content-Type header has no boundary. Let your HTTP client set it."
      : "The upload was interrupted. Please try again.";
    throw new DomainError("BAD_REQUEST", message, { cause });
  }
}

/** Passes items on until the signal is aborted, then throws its reason, even while waiting for an item. */
async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort);
  try {
    signal.throwIfAborted();
    while (true) {
      const { done, value } = await Promise.race([iterator.next(), aborted.promise]);
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener("abort", abort);
    // After an abort the iterator may be waiting for data and only end with the connection.
    const returned = iterator.return?.();
    if (!signal.aborted) await returned;
  }
}

function refuseField({ fieldname }: Multipart): DomainError {
  if (fieldname === FIELD) return refuse(FIELD, "Send the photos as files");
  const field = fieldname.slice(0, NAME_LENGTH);
  return refuse(field, `Unknown field: ${field}`);
}

/** The error for one file more than an ad can have. */
export function tooManyPhotos(name: string): DomainError {
  const message = `Upload at most ${MAX_PHOTOS_PER_AD} photos at once. ${name} is one too many.`;
  return new DomainError("PAYLOAD_TOO_LARGE", message);
}

export function noPhotos(): DomainError {
  return refuse(FIELD, "Choose at least one photo");
}

function refuse(path: string, message: string): DomainError {
  return new DomainError("BAD_REQUEST", `${message}.`, { issues: [{ path, message }] });
}

function nameOf({ filename }: MultipartFile, number: number): string {
  const name = [...(filename ?? "").replace(UNPRINTABLE, "").trim()];
  if (name.length === 0) return `Photo ${number}`;
  return name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH).join("")}…` : name.join("");
}
