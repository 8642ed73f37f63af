import { DomainError } from "@studbook/domain/errors";
import { describeBrokenFile, MAX_PHOTO_MEGAPIXELS } from "@studbook/domain/photo-file";
import { type DecodeDecision, decideDecode, MAX_FILE_PIXELS, MAX_SCANS } from "./decode-cost.ts";
import { type DecodedPhoto, DecodeError, type Decoder } from "./decoder.ts";
import { keepNeededChunks } from "./png.ts";
import { readImageHeader } from "./read-image-header.ts";
import { uploadsBusy } from "./spool.ts";

type Refusal = Extract<DecodeDecision, { kind: "refuse" }>["reason"];

const REFUSALS: Record<Refusal, string> = {
  pixels: `has more than ${MAX_PHOTO_MEGAPIXELS} megapixels`,
  scans: `has more than ${MAX_SCANS} scans; please save it as an ordinary JPG`,
  parts: "has too many parts; please save it as an ordinary JPG",
  memory: "takes too much memory to open; please save it as an ordinary JPG or make it smaller",
};

/**
 * Converts an uploaded JPEG or PNG to WebP files, if its header is within the limits. The caller makes sure that only
 * one photo is decoded at a time.
 *
 * @param name the file's name for error messages
 * @param onStart called when decoding starts
 * @throws DomainError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE (refused by `decideDecode`, or over the decoder's
 *   limits), BUSY (the decoder cannot be started or gets too little processor time)
 */
export async function processPhoto(
  decoder: Decoder,
  original: Buffer,
  name: string,
  onStart?: () => void,
): Promise<DecodedPhoto> {
  const header = readImageHeader(original);
  if (!header) throw brokenPhoto(name);
  const decision = decideDecode(header);
  if (decision.kind === "refuse") {
    throw new DomainError("PAYLOAD_TOO_LARGE", `${name} ${REFUSALS[decision.reason]}.`);
  }
  const file = header.format === "png" ? keepNeededChunks(original) : original;
  const maxPixels = header.width * header.height;
  try {
    return await decoder.decode(file, { maxPixels, maxFilePixels: MAX_FILE_PIXELS }, onStart);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    if (error.reason === "unavailable") throw uploadsBusy(error);
    if (error.reason === "broken") throw brokenPhoto(name, error);
    const message = `${name} takes too long to open; please save it as an ordinary JPG or make it smaller.`;
    throw new DomainError("PAYLOAD_TOO_LARGE", message, { cause: error });
  }
}

function brokenPhoto(name: string, cause?: unknown): DomainError {
  return new DomainError("UNSUPPORTED_MEDIA_TYPE", describeBrokenFile(name), { cause });
}
