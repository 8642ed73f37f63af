import {
  describeBrokenFile,
  describeLargeFile,
  MAX_PHOTO_BYTES,
} from "@studbook/domain/photo-file";

const PREVIEW_WIDTH = 480;

const SIGNATURES = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47],
];

/**
 * Returns why the server would refuse a file, as far as its size and first bytes tell, or undefined if it can
 * be sent (specification, section 5).
 */
export async function findFileProblem(file: File): Promise<string | undefined> {
  if (file.size > MAX_PHOTO_BYTES) return describeLargeFile(file.name);
  const start = await readStart(file);
  const isImage = SIGNATURES.some((bytes) => bytes.every((byte, i) => start?.[i] === byte));
  return isImage ? undefined : describeBrokenFile(file.name);
}

/** Returns undefined for a folder, or if the file no longer exists. */
async function readStart(file: File): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await file.slice(0, 4).arrayBuffer());
  } catch {
    return undefined;
  }
}

/**
 * Returns a small picture of a file as a data URL, because the content security policy allows no blobs.
 * Returns undefined for a file that the browser cannot draw.
 */
export async function findPreview(file: File): Promise<string | undefined> {
  try {
    const bitmap = await createImageBitmap(file, { resizeWidth: PREVIEW_WIDTH });
    const canvas = document.createElement("canvas");
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    bitmap.close();
    return canvas.toDataURL("image/jpeg", 0.7);
  } catch {
    return undefined;
  }
}
