import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { BoundedMap } from "../bounded-map.ts";

export type Coding = "br" | "gzip" | "identity";

/** The best one first. */
const CODINGS: readonly Coding[] = ["br", "gzip", "identity"];

const MAX_REMEMBERED = 100;
const MAX_HEADER_LENGTH = 200;
const remembered = new BoundedMap<string, Coding>(MAX_REMEMBERED);

/**
 * Returns the content coding that an `Accept-Encoding` header prefers (RFC 9110, section 12.5.3). Without the header, or if
 * it accepts none of ours, the response is sent as it is.
 */
export function chooseCoding(header: string | undefined): Coding {
  if (header === undefined) return "identity";
  const known = remembered.get(header);
  if (known) return known;
  const chosen = decideCoding(header);
  if (header.length <= MAX_HEADER_LENGTH) remembered.set(header, chosen);
  return chosen;
}

function decideCoding(header: string): Coding {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const q = parameters.find((parameter) => parameter.startsWith("q="));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    weights.set(name === "x-gzip" ? "gzip" : name, weight >= 0 && weight <= 1 ? weight : 0);
  }
  const others = weights.get("*") ?? 0;
  const weightOf = (coding: Coding) =>
    // Acceptable unless excluded, but only if nothing that is listed is.
    weights.get(coding) ?? (coding === "identity" ? Math.max(others, Number.MIN_VALUE) : others);
  const [best = "identity", ...rest] = CODINGS;
  const chosen = rest.reduce((a, b) => (weightOf(b) > weightOf(a) ? b : a), best);
  return weightOf(chosen) > 0 ? chosen : "identity";
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Compresses a text for one client that waits for it, at a medium quality. */
export function compress(body: Buffer, coding: Exclude<Coding, "identity">): Promise<Buffer> {
  return coding === "gzip" ? zip(body) : brotliAt(body, 5);
}

/** Compresses a text that is sent many times, at the highest quality of brotli. */
export function compressWell(body: Buffer): Promise<Buffer> {
  return brotliAt(body, constants.BROTLI_MAX_QUALITY);
}

function brotliAt(body: Buffer, quality: number): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return brotli(body, { params });
}
