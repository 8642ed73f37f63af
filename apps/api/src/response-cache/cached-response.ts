import { isKnownTag } from "../http/revalidate.ts";
import { type Coding, compress, compressWell } from "./content-coding.ts";

/** Shorter ones are not compressed, as in http/compression.ts. */
const MIN_COMPRESSED_BYTES = 1024;

/** What the maps and objects of a stored response take, and what each of its tags takes, about. */
const OVERHEAD_BYTES = 2500;
const TAG_BYTES = 60;

/** From this many uses on, a response is worth the best compression. */
const POPULAR_USES = 20;

/** Headers that differ from response to response, or that are set when it is sent. */
const PER_REQUEST = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "ratelimit-limit",
  "ratelimit-remaining",
  "ratelimit-reset",
  "x-request-id",
]);

/** A complete response in one content coding. `headers` alternates names and values. */
export type EncodedResponse = { headers: readonly string[]; body: Buffer };

export type ResponseHeaders = Readonly<Record<string, number | string | string[] | undefined>>;

type CachedParts = {
  status: number;
  headers: ResponseHeaders;
  etag: string;
  body: Buffer;
  tags: readonly string[];
  /** The database's time in milliseconds since 1970 from which on it may not be used. */
  validUntil: number;
};

/** A response that is sent to many clients. */
export class CachedResponse {
  readonly status: number;
  readonly etag: string;
  readonly tags: readonly string[];
  readonly validUntil: number;
  /** The headers of a 304. */
  readonly validators: readonly string[];
  readonly #fixed: readonly string[];
  readonly #identity: EncodedResponse;
  readonly #encoded = new Map<Coding, EncodedResponse>();
  readonly #encoding = new Map<Coding, Promise<EncodedResponse>>();
  #uses = 0;
  /** Called when its size has changed. */
  onResize: () => void = () => undefined;

  constructor({ status, headers, etag, body, tags, validUntil }: CachedParts) {
    this.status = status;
    this.etag = etag;
    this.tags = tags;
    this.validUntil = validUntil;
    const kept = Object.entries(headers).filter(([name]) => !PER_REQUEST.has(name));
    this.#fixed = kept.flatMap(([name, value]) => [name, String(value)]);
    this.validators = kept.flatMap(([name, value]) =>
      name === "content-type" ? [] : [name, String(value)],
    );
    this.#identity = this.#toEncoded("identity", body);
  }

  /** The memory that it takes, about. */
  get bytes(): number {
    let bytes = OVERHEAD_BYTES + this.tags.length * TAG_BYTES + this.#identity.body.length;
    for (const { body } of this.#encoded.values()) bytes += body.length;
    return bytes;
  }

  /** Whether the client has it, by its `If-None-Match` header. */
  isKnown(condition: string | undefined): boolean {
    return condition !== undefined && isKnownTag(condition, this.etag);
  }

  /** Returns it in a coding, or a promise if it must be compressed first. */
  encoded(coding: Coding): EncodedResponse | Promise<EncodedResponse> {
    this.#uses++;
    const { length } = this.#identity.body;
    if (coding === "identity" || length < MIN_COMPRESSED_BYTES) return this.#identity;
    if (coding === "br" && this.#uses === POPULAR_USES) {
      void this.#encode(coding, compressWell(this.#identity.body));
    }
    const ready = this.#encoded.get(coding) ?? this.#encoding.get(coding);
    return ready ?? this.#encode(coding, compress(this.#identity.body, coding));
  }

  /** Everything that is stored, for tests that search it for private data. */
  contents(): Buffer[] {
    const bodies = [...this.#encoded.values()].map(({ body }) => body);
    return [Buffer.from(this.#fixed.join("\n")), this.#identity.body, ...bodies];
  }

  async #encode(coding: Coding, compressing: Promise<Buffer>): Promise<EncodedResponse> {
    const encoding = compressing.then(
      (body) => {
        const encoded = this.#toEncoded(coding, body);
        this.#encoded.set(coding, encoded);
        this.onResize();
        return encoded;
      },
      // Without memory for the compression, it is sent as it is.
      () => this.#identity,
    );
    if (!this.#encoded.has(coding)) this.#encoding.set(coding, encoding);
    const encoded = await encoding;
    this.#encoding.delete(coding);
    return encoded;
  }

  #toEncoded(coding: Coding, body: Buffer): EncodedResponse {
    const length = ["content-length", String(body.length)];
    const encoding = coding === "identity" ? [] : ["content-encoding", coding];
    return { headers: [...this.#fixed, ...encoding, ...length], body: copyAlone(body) };
  }
}

/** Copies a buffer, because a small one is usually a part of 64 KB of memory, which all of its parts keep alive. */
function copyAlone(buffer: Buffer): Buffer {
  if (buffer.buffer.byteLength === buffer.length) return buffer;
  const copy = Buffer.allocUnsafeSlow(buffer.length);
  buffer.copy(copy);
  return copy;
}
