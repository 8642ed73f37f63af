import { MAX_PHOTO_BYTES } from "@studbook/domain/photos";

const SIGNATURES = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47],
];

/**
 * What the server would refuse a file for, in its words, as far as its size and first bytes tell;
 * undefined when it may be sent (specification, section 5).
 */
export async function findFileProblem(file: File): Promise<string | undefined> {
  if (file.size > MAX_PHOTO_BYTES) return `${file.name} is larger than 5 MB.`;
  const start = await readStart(file);
  const isImage = SIGNATURES.some((bytes) => bytes.every((byte, i) => start?.[i] === byte));
  return isImage ? undefined : `${file.name} is not a JPG or PNG image, or it is damaged.`;
}

/** Undefined where the file is gone or is a folder. */
async function readStart(file: File): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await file.slice(0, 4).arrayBuffer());
  } catch {
    return undefined;
  }
}
