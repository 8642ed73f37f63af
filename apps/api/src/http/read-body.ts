import { DomainError } from "@studbook/domain/errors";
import type { FastifyRequest } from "fastify";
import { payloadTooLarge, requestTooSlow } from "../errors.ts";
import { closeAfterResponse } from "./close-after-response.ts";

/** Limits on the bodies that one process receives into memory. */
export type BodyLimits = {
  /** Memory for all bodies together, in bytes. */
  heldBytes: number;
  /** How long one body may take to arrive, in milliseconds. */
  arrivalMs: number;
};

const DEFAULT_LIMITS: BodyLimits = { heldBytes: 64 * 1024 * 1024, arrivalMs: 20_000 };
const FIRST_BYTES = 4 * 1024;
const FREE_CHUNKS = 2000;

/**
 * Reads the whole body of a request, up to `maxBytes`.
 *
 * @throws DomainError PAYLOAD_TOO_LARGE, BAD_REQUEST (too slow, interrupted), BUSY with `retryAfterSeconds`
 */
export type ReadBody = (request: FastifyRequest, maxBytes: number) => Promise<Buffer>;

type Arriving = { held: number; refuse: (error: Error) => void };

/**
 * Creates the only reader of bodies that are held in memory. It collects each body in one growing buffer, because a list
 * of many small chunks would take a hundred times the size of the body. When all bodies together exceed `heldBytes`, it
 * refuses the one that started arriving first: legitimate bodies take milliseconds.
 */
export function createBodyReader(limits: Partial<BodyLimits> = {}): ReadBody {
  const { heldBytes, arrivalMs } = { ...DEFAULT_LIMITS, ...limits };
  const arriving = new Set<Arriving>();
  let held = 0;

  function hold(body: Arriving, bytes: number): void {
    held += bytes - body.held;
    body.held = bytes;
    for (const oldest of arriving) {
      if (held <= heldBytes) return;
      release(oldest);
      oldest.refuse(tooBusy());
    }
  }

  function release(body: Arriving): void {
    if (arriving.delete(body)) held -= body.held;
  }

  return async ({ raw, headers }, maxBytes) => {
    const declared = headers["content-length"];
    if (Number(declared) > maxBytes) throw payloadTooLarge();
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const body: Arriving = { held: 0, refuse: reject };
    let buffer = Buffer.allocUnsafeSlow(Math.min(FIRST_BYTES, maxBytes));
    let length = 0;

    let chunks = 0;
    const onData = (chunk: Buffer) => {
      if (!arriving.has(body)) return;
      const needed = length + chunk.length;
      if (hasTinyChunks(++chunks, needed)) return void raw.destroy();
      if (needed > maxBytes) return reject(payloadTooLarge());
      if (needed > buffer.length) {
        const grown = Buffer.allocUnsafeSlow(
          Math.min(maxBytes, Math.max(needed, 2 * buffer.length)),
        );
        buffer.copy(grown, 0, 0, length);
        buffer = grown;
        hold(body, grown.length);
      }
      chunk.copy(buffer, length);
      length = needed;
    };
    const onEnd = () => {
      const isWhole = declared === undefined || Number(declared) === length;
      if (isWhole) resolve(buffer.subarray(0, length));
      else reject(interrupted());
    };
    const onError = (cause: Error) => reject(interrupted(cause));
    const onClose = () => reject(interrupted());
    const timer = setTimeout(() => {
      closeAfterResponse(raw);
      reject(requestTooSlow());
    }, arrivalMs);

    arriving.add(body);
    hold(body, buffer.length);
    raw.on("data", onData).on("end", onEnd).on("error", onError).on("close", onClose);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      raw.off("data", onData).off("end", onEnd).off("error", onError).off("close", onClose);
      release(body);
    }
  };
}

/**
 * Whether a body arrives in so many tiny chunks that reading it costs a hundred times as much as sending it. No
 * legitimate client does that, so callers close the connection without a response.
 */
export function hasTinyChunks(chunks: number, bytes: number): boolean {
  return chunks > FREE_CHUNKS && bytes / chunks < 64;
}

function interrupted(cause?: Error): DomainError {
  const message = "The request was interrupted. Please try again.";
  return new DomainError("BAD_REQUEST", message, { cause });
}

function tooBusy(): DomainError {
  const message = "Too many requests are arriving at once. Please try again in a moment.";
  return new DomainError("BUSY", message, { details: { retryAfterSeconds: 2 } });
}
