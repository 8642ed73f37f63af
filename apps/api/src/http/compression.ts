import { constants } from "node:zlib";
import compress from "@fastify/compress";
import type { FastifyInstance, FastifyReply } from "fastify";

const THRESHOLD_BYTES = 1024;
const TEXT = /^text\/|json|javascript|xml/;
/** Each compressor takes up to 1.5 MB of memory. */
const MAX_CONCURRENT = 32;
/** A compressed file has 11, most of them from Fastify and its plugins. Node warns of a memory leak at more than 10. */
const MAX_CLOSE_LISTENERS = 20;

/**
 * Compresses up to `maxConcurrent` text responses at once and sends any others uncompressed. A client that does not read
 * its response holds on to a compressor: without this limit, 150 stalled clients would cost a gigabyte.
 */
export async function registerCompression(
  app: FastifyInstance,
  maxConcurrent = MAX_CONCURRENT,
): Promise<void> {
  let running = 0;
  app.addHook("onSend", ({ headers }, reply, payload, done) => {
    const isWanted = headers["accept-encoding"] !== undefined && isCompressible(reply, payload);
    if (isWanted && running >= maxConcurrent) delete headers["accept-encoding"];
    else if (isWanted) {
      running++;
      reply.raw.setMaxListeners(MAX_CLOSE_LISTENERS).once("close", () => running--);
    }
    done();
  });
  await app.register(compress, {
    threshold: THRESHOLD_BYTES,
    encodings: ["br", "gzip"],
    globalDecompression: false,
    brotliOptions: {
      params: {
        // The default of 11 suits files that are compressed once; pages are compressed for every response.
        [constants.BROTLI_PARAM_QUALITY]: 4,
        // A window of 256 KiB instead of 4 MiB: responses are no larger.
        [constants.BROTLI_PARAM_LGWIN]: 18,
      },
    },
  });
}

function isCompressible(reply: FastifyReply, payload: unknown): boolean {
  if (reply.hasHeader("content-encoding")) return false;
  const isWhole = typeof payload === "string" || Buffer.isBuffer(payload);
  if (isWhole && payload.length < THRESHOLD_BYTES) return false;
  return TEXT.test(String(reply.getHeader("content-type")));
}
