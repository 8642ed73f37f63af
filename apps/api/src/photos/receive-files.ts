import type { Multipart, MultipartFile } from "@fastify/multipart";
import { DomainError } from "@studbook/domain/errors";
import { MAX_PHOTO_BYTES, MAX_PHOTOS_PER_AD } from "@studbook/domain/photos";
import { openSpool, type Spool } from "./spool.ts";

/** An uploaded file on the disk, and its name as a sentence may quote it. */
export type ReceivedFile = { name: string; read: Spool["read"] };

type OpenFile = ReceivedFile & { close: Spool["close"] };

/** One more than is taken, so that the sentences are ours. */
export const MULTIPART_LIMITS = {
  files: MAX_PHOTOS_PER_AD + 1,
  fileSize: MAX_PHOTO_BYTES + 1,
  fields: 1,
  fieldSize: 100,
  parts: MAX_PHOTOS_PER_AD + 2,
};

const FIELD = "images";
const NAME_LENGTH = 80;
const NOT_IN_A_SENTENCE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * Streams the files of a multipart body to the disk and does the work on them, in their order
 * (specification, section 5). They are gone afterwards.
 *
 * @throws DomainError BAD_REQUEST (cut off, no file, another field), PAYLOAD_TOO_LARGE
 */
export async function withFiles<T>(
  parts: AsyncIterable<Multipart>,
  work: (files: readonly ReceivedFile[]) => Promise<T>,
): Promise<T> {
  const files: OpenFile[] = [];
  try {
    for await (const part of wellFormed(parts)) {
      if (part.type !== "file" || part.fieldname !== FIELD) throw refuseField(part);
      const name = nameOf(part, files.length + 1);
      if (files.length === MAX_PHOTOS_PER_AD) {
        const message = `Upload at most ${MAX_PHOTOS_PER_AD} photos at once. ${name} is one too many.`;
        throw new DomainError("PAYLOAD_TOO_LARGE", message);
      }
      files.push(await receive(part, name));
    }
    if (files.length === 0) throw refuse(FIELD, "Choose at least one photo");
    return await work(files);
  } finally {
    await Promise.all(files.map((file) => file.close()));
  }
}

async function receive(part: MultipartFile, name: string): Promise<OpenFile> {
  const spool = await openSpool();
  try {
    let size = 0;
    for await (const chunk of wellFormed<Uint8Array>(part.file)) {
      size += chunk.length;
      if (size > MAX_PHOTO_BYTES) {
        throw new DomainError("PAYLOAD_TOO_LARGE", `${name} is larger than 5 MB.`);
      }
      await spool.append(chunk);
    }
    return { ...spool, name };
  } catch (error) {
    await spool.close();
    throw error;
  }
}

async function* wellFormed<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (cause) {
    const isUnnamed = cause instanceof Error && /boundary/i.test(cause.message);
    const message = isUnnamed
      ? "The Content-Type names no boundary. Leave that header to what sends the form."
      : "The upload was cut off on its way. Please try again.";
    throw new DomainError("BAD_REQUEST", message, { cause });
  }
}

function refuseField({ fieldname }: Multipart): DomainError {
  if (fieldname === FIELD) return refuse(FIELD, "Send the photos as files");
  const field = fieldname.slice(0, NAME_LENGTH);
  return refuse(field, `Unknown field: ${field}`);
}

function refuse(path: string, message: string): DomainError {
  return new DomainError("BAD_REQUEST", `${message}.`, { issues: [{ path, message }] });
}

function nameOf({ filename }: MultipartFile, place: number): string {
  const name = [...(filename ?? "").replace(NOT_IN_A_SENTENCE, "").trim()];
  if (name.length === 0) return `Photo ${place}`;
  return name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH).join("")}…` : name.join("");
}
