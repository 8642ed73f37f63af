import { describeLargeFile, MAX_PHOTO_BYTES } from "@studbook/domain/photo-file";

const PREVIEW_WIDTH = 480;
/** More than the largest size in which photos are shown. */
const MAX_SIDE = 3200;
const QUALITIES = [0.92, 0.85, 0.7];

/** A file that the server accepts as far as its size and first bytes tell, and what was done to it. */
export type PreparedPhoto = { file: File; note?: string };

const HOW_TO_EXPORT =
  "Save it as JPG, then choose it again. On a Mac, open it in Preview and choose File, Export, JPEG. On an iPhone, choose Settings, Camera, Formats, Most Compatible, and new photos are JPGs.";

type Format = "jpeg" | "png" | "webp" | "heic";

/**
 * Returns a file as the server accepts it (specification, section 5): a JPEG or PNG of up to `MAX_PHOTO_BYTES`. Other
 * photos that the browser can read are drawn again as a JPEG.
 *
 * @throws PhotoProblem with a sentence for the user
 */
export async function preparePhoto(file: File): Promise<PreparedPhoto> {
  const format = await findFormat(file);
  if (format === undefined) throw new PhotoProblem(describeUnknownFile(file.name));
  const isLarge = file.size > MAX_PHOTO_BYTES;
  if ((format === "jpeg" || format === "png") && !isLarge) return { file };
  const jpeg = await drawAsJpeg(file);
  if (!jpeg) throw describeUnreadable(file, format);
  const name = file.name.replace(/\.\w+$/, "");
  const note = isLarge
    ? `It was ${megabytes(file)}MB. We made it smaller: ${megabytes(jpeg)}MB, nothing cut off.`
    : `It was a ${format === "webp" ? "WebP" : "HEIC"} photo. We made it a JPG, nothing cut off.`;
  return { file: new File([jpeg], `${name}.jpg`, { type: "image/jpeg" }), note };
}

/** Why a photo cannot be uploaded, and what the user can do about it. */
export class PhotoProblem extends Error {
  override name = "PhotoProblem";
  readonly advice: string | undefined;

  constructor(message: string, advice?: string) {
    super(message);
    this.advice = advice;
  }
}

async function findFormat(file: File): Promise<Format | undefined> {
  const start = await readStart(file);
  if (/^\xff\xd8\xff/.test(start)) return "jpeg";
  if (start.startsWith("\x89PNG")) return "png";
  if (/^RIFF.{4}WEBP/s.test(start)) return "webp";
  return /^.{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/s.test(start) ? "heic" : undefined;
}

/** Returns the first bytes as characters, or '' for a folder or a file that no longer exists. */
async function readStart(file: File): Promise<string> {
  try {
    const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer());
    return String.fromCharCode(...bytes);
  } catch {
    return "";
  }
}

/** Returns undefined if the browser cannot read the photo, or not within its memory. */
async function drawAsJpeg(file: File): Promise<Blob | undefined> {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    const context = canvas.getContext("2d");
    if (!context) return undefined;
    // A JPEG has no transparency, which would become black.
    context.fillStyle = "white";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    for (const quality of QUALITIES) {
      const jpeg = await toJpeg(canvas, quality);
      if (jpeg && jpeg.size <= MAX_PHOTO_BYTES) return jpeg;
    }
    return undefined;
  } catch {
    return undefined;
  }
}

function toJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
}

function describeUnreadable({ name, size }: File, format: Format): PhotoProblem {
  if (format === "heic") return new PhotoProblem(describeUnknownFile(name), HOW_TO_EXPORT);
  return new PhotoProblem(
    size > MAX_PHOTO_BYTES ? describeLargeFile(name) : describeUnknownFile(name),
  );
}

function describeUnknownFile(name: string): string {
  return `${name} was not added: it is not a JPG or PNG.`;
}

/** One digit after the point, so that 5.04 MB is not shown as the limit of 5. */
function megabytes({ size }: Blob): string {
  return (Math.ceil((size / 1024 / 1024) * 10) / 10).toFixed(1);
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
