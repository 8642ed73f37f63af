import { constants } from "node:zlib";
import compress from "@fastify/compress";
import type { FastifyInstance, FastifyReply } from "fastify";

const THRESHOLD_BYTES = 1024;
const TEXT = /^text\/|json|javascript|xml/;
/** At most 1.5 MB of memory each. */
const MOST_AT_ONCE = 32;

/**
 * Compresses texts, as many at once as `mostAtOnce`. Whoever does not read an answer keeps its compressor, so
 * without this limit 150 readers that stall would cost a gigabyte; answers beyond it are sent as they are.
 */
export async function registerCompression(
  app: FastifyInstance,
  mostAtOnce = MOST_AT_ONCE,
): Promise<void> {
  let running = 0;
  app.addHook("onSend", async ({ headers }, reply, payload) => {
    if (headers["accept-encoding"] === undefined || !isCompressed(reply, payload)) return;
    if (running >= mostAtOnce) {
      delete headers["accept-encoding"];
      return;
    }
    running++;
    reply.raw.once("close", () => running--);
  });
  await app.register(compress, {
    threshold: THRESHOLD_BYTES,
    encodings: ["br", "gzip"],
    globalDecompression: false,
    brotliOptions: {
      params: {
        // The default of 11 is for files compressed once; a page is compressed for every answer.
        [constants.BROTLI_PARAM_QUALITY]: 4,
        // A window of 256 KiB instead of 4 MiB: answers are not larger.
        [constants.BROTLI_PARAM_LGWIN]: 18,
      },
    },
  });
}

function isCompressed(reply: FastifyReply, payload: unknown): boolean {
  if (reply.hasHeader("content-encoding")) return false;
  if (typeof payload === "string" && payload.length < THRESHOLD_BYTES) return false;
  return TEXT.test(String(reply.getHeader("content-type")));
}
